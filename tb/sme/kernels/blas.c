// SPDX-License-Identifier: Apache-2.0
//
// Kernels in C with the intrinsics of SME, as a library has them: a compiler's code for
// `weft za run --call`.
//
// Source: Arm C Language Extensions, 2024Q4, "SME language extensions and intrinsics".

#include <arm_sme.h>
#include <stdint.h>

/// C = alpha A^T B + beta C, FP32: A is k x m, B is k x n, C is m x n, their rows lda, ldb, ldc
/// elements apart. The function has a ZA of its own.
__arm_new("za") __arm_locally_streaming
    void sgemm(uint64_t m, uint64_t n, uint64_t k, float alpha, const float *a, uint64_t lda,
               const float *b, uint64_t ldb, float beta, float *c, uint64_t ldc) {
  const uint64_t tile = svcntsw();
  for (uint64_t i = 0; i < m; i += tile) {
    const svbool_t rows = svwhilelt_b32_u64(i, m);
    for (uint64_t j = 0; j < n; j += tile) {
      const svbool_t columns = svwhilelt_b32_u64(j, n);
      svzero_mask_za(0x11);
      for (uint64_t l = 0; l < k; ++l) {
        svmopa_za32_f32_m(0, rows, columns, svld1_f32(rows, a + l * lda + i),
                          svld1_f32(columns, b + l * ldb + j));
      }
      for (uint64_t r = 0; r < tile && i + r < m; ++r) {
        float *row          = c + (i + r) * ldc + j;
        const svfloat32_t p = svread_hor_za32_f32_m(svdup_f32(0), columns, 0, (uint32_t)r);
        const svfloat32_t s = svmul_n_f32_x(columns, svld1_f32(columns, row), beta);
        svst1_f32(columns, row, svmla_n_f32_x(columns, s, p, alpha));
      }
    }
  }
}

/// The sum of a[i] b[i], FP32.
__arm_locally_streaming float sdot(uint64_t n, const float *a, const float *b) {
  svfloat32_t sum = svdup_f32(0);
  for (uint64_t i = 0; i < n; i += svcntw()) {
    const svbool_t p = svwhilelt_b32_u64(i, n);
    sum              = svmla_f32_m(p, sum, svld1_f32(p, a + i), svld1_f32(p, b + i));
  }
  return svaddv_f32(svptrue_b32(), sum);
}

/// Adds the outer product of two vectors of n elements, at most a tile's, to the caller's ZA0.
void outer(uint64_t n, const float *a, const float *b) __arm_streaming __arm_inout("za") {
  const svbool_t p = svwhilelt_b32_u64(0, n);
  svmopa_za32_f32_m(0, p, p, svld1_f32(p, a), svld1_f32(p, b));
}
