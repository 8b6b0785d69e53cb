#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Trains the network of systemc/sw/digits.c anew and runs it on golden: at least 97 % of the digits
# must be right, which scripts/train_digits and the program both ask of themselves.
#
#   digits_training_test.sh SOURCE_TREE WEFT FOLDER COMPILER...
#
# Exit code: 0; 1 if it fails; 77, with one line, where there is no NumPy.
set -eu
tree=$1 weft=$2 folder=$3
shift 3
if ! /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
  echo "skipped: /usr/bin/python3 has no NumPy"
  exit 77
fi
headers=$folder/systemc/sw
mkdir -p "$headers"
/usr/bin/python3 "$tree/scripts/train_digits" -o "$headers/digits_weights.h"
if cmp -s "$headers/digits_weights.h" "$tree/systemc/sw/digits_weights.h"; then
  echo "the same weights as in the tree"
fi
"$@" -I"$folder" -I"$tree" "$tree/systemc/sw/digits.c" "$tree/systemc/sw/weft.c" \
  "$tree/systemc/sw/virt.c" "$tree/systemc/sw/pictures.c" -Wl,--gc-sections -DPICTURES=512 \
  -o "$folder/digits.elf"
"$weft" vp run "$folder/digits.elf" --engine golden --limit 100 >"$folder/digits.txt"
cat "$folder/digits.txt"
grep -q "^[0-9]* of 512 right" "$folder/digits.txt"
