/* SPDX-License-Identifier: Apache-2.0 */
/* D = A B + C in INT8: by the engine, and by the processor. */

#include <stdio.h>
#include <string.h>

#include "systemc/sw/virt.h"
#include "systemc/sw/weft.h"

enum { M = 48, N = 40, K = 72, LOG2 = 2 };

static _Alignas(128) unsigned char ring[WEFT_RING_BYTES(LOG2)];
static int8_t a[M][K], b[K][N], bt[N][K];
static int32_t c[M][N], d[M][N], wanted[M][N];

static struct weft w;

static int wrong(const char* what) {
  int count = 0, i, j;
  for (i = 0; i < M; ++i) {
    for (j = 0; j < N; ++j) count += d[i][j] != wanted[i][j];
  }
  printf("%-24s %d of %d wrong, %lu cycles\n", what, count, M * N,
         (unsigned long)weft_time(&w, (int64_t)w.submitted - 1));
  memset(d, 0, sizeof d);
  return count;
}

int main(void) {
  int i, j, k, bad = 0;
  uint64_t before;
  if (weft_open(&w, VIRT_ENGINE, ring, LOG2) != 0) {
    printf("no engine\n");
    return 2;
  }
  weft_allow(&w, 0, 0, ~(uint64_t)0);
  for (i = 0; i < M; ++i) {
    for (k = 0; k < K; ++k) a[i][k] = (int8_t)(i * 7 - k * 5);
    for (j = 0; j < N; ++j) c[i][j] = i * 1000 - j;
  }
  for (k = 0; k < K; ++k) {
    for (j = 0; j < N; ++j) bt[j][k] = b[k][j] = (int8_t)(k * 3 + j * 11);
  }
  before = virt_instructions();
  for (i = 0; i < M; ++i) {
    for (j = 0; j < N; ++j) {
      int32_t sum = 0;
      for (k = 0; k < K; ++k) sum += a[i][k] * b[k][j];
      wanted[i][j] = sum;
    }
  }
  printf("%-24s %lu instructions\n", "the processor alone",
         (unsigned long)(virt_instructions() - before));

  bad |= weft_gemm(&w, WEFT_ENGINE_CAPABILITY_INT8, 0, 0, M, N, K, a, K, b, N, NULL, 0, d, N);
  bad |= wrong("D = A B");
  bad |= weft_gemm(&w, WEFT_ENGINE_CAPABILITY_INT8, 0, 1, M, N, K, a, K, bt, K, NULL, 0, d, N);
  bad |= wrong("B transposed in memory");
  for (i = 0; i < M; ++i) {
    for (j = 0; j < N; ++j) wanted[i][j] += c[i][j];
  }
  bad |= weft_gemm(&w, WEFT_ENGINE_CAPABILITY_INT8, 0, 0, M, N, K, a, K, b, N, c, N, d, N);
  bad |= wrong("D = A B + C");
  return bad != 0;
}
