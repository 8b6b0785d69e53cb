# SPDX-License-Identifier: Apache-2.0

# A tile file with plain multiplexers, which the area of weft_za is compared with: it does the same.

if(NOT WEFT_RTL OR NOT WEFT_TESTS)
  return()
endif()

set(za_plain ${PROJECT_SOURCE_DIR}/tb/za/plain/rtl)
set(plain_libraries)
foreach(svl 128 256)
  foreach(multiplexers 1 2)
    set(name weft_za_plain_${svl}_${multiplexers})
    weft_verilate(${name} TOP weft_za_plain SOURCES ${za_plain}/weft_za_plain.sv
                  PARAMS Svl=${svl} Multiplexers=${multiplexers} TRACE)
    list(APPEND plain_libraries ${name})
  endforeach()
endforeach()
weft_add_test(za.plain za_plain_test.cpp LABEL za full LINK ${plain_libraries} weft_test_main)
