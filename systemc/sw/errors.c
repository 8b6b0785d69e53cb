/* SPDX-License-Identifier: Apache-2.0 */
/* Jobs that the engine refuses, and the ring that goes on behind them. */

#include <stdio.h>

#include "systemc/sw/virt.h"
#include "systemc/sw/weft.h"

enum { LOG2 = 4 };

static _Alignas(128) unsigned char ring[WEFT_RING_BYTES(LOG2)];
static int8_t a[8][8], b[8][8];
static int32_t d[8][8];
static struct weft w;

/* Submits a job that must end with `error`, goes on, and submits a good one. */
static int ends_with(const char* what, struct weft_tensor_job job, int error) {
  const int got = weft_wait(&w, weft_submit(&w, &job, 0));
  if (got != 0) weft_resume(&w);
  printf("%-32s error %d%s\n", what, got, got == error ? "" : ", not as expected");
  job = (struct weft_tensor_job){
      .m = 8, .n = 8, .k = 8, .lda = 8, .ldb = 8, .ldd = 32, .flow = WEFT_TENSOR_FASTEST};
  job.a = (uintptr_t)a, job.b = (uintptr_t)b, job.d = (uintptr_t)d;
  return got != error || weft_wait(&w, weft_submit(&w, &job, 0)) != 0;
}

int main(void) {
  struct weft_tensor_job job = {
      .m = 8, .n = 8, .k = 8, .lda = 8, .ldb = 8, .ldd = 32, .flow = WEFT_TENSOR_FASTEST};
  struct weft_tensor_job bad;
  int wrong = 0;
  if (weft_open(&w, VIRT_ENGINE, ring, LOG2) != 0) {
    printf("no engine\n");
    return 2;
  }
  weft_allow(&w, 0, 0, ~(uint64_t)0);
  job.a = (uintptr_t)a, job.b = (uintptr_t)b, job.d = (uintptr_t)d;
  wrong |= ends_with("a good one", job, 0);
  bad = job, bad.m = 0;
  wrong |= ends_with("no rows", bad, WEFT_ENGINE_ERROR_DIMENSION);
  bad = job, bad.d += 1;
  wrong |= ends_with("D at an odd address", bad, WEFT_ENGINE_ERROR_ALIGNMENT);
  bad = job, bad.ldd = 16;
  wrong |= ends_with("rows of D that overlap", bad, WEFT_ENGINE_ERROR_STRIDE);
  bad = job, bad.b = ~(uint64_t)0;
  wrong |= ends_with("B beyond the last address", bad, WEFT_ENGINE_ERROR_ADDRESS);
  bad = job, bad.sparse_a = 1;
  wrong |= ends_with("sparse A", bad, WEFT_ENGINE_ERROR_FEATURE);
  bad = job, bad.flow = WEFT_TENSOR_INPUT_STATIONARY;
  wrong |= ends_with("a flow that there is not", bad, WEFT_ENGINE_ERROR_FLOW);
  bad = job, bad.a = 0x10;
  wrong |= ends_with("A where no memory is", bad, WEFT_ENGINE_ERROR_LOAD);
  bad = job, bad.d = 0x20;
  wrong |= ends_with("D where no memory is", bad, WEFT_ENGINE_ERROR_STORE);
  return wrong;
}
