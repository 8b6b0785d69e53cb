/* SPDX-License-Identifier: Apache-2.0 */
/* 200 jobs in a ring of eight. The processor sleeps while the ring is full; each job takes the
 * result of the one before as its addend, so that an order that is lost shows. */

#include <stdio.h>

#include "systemc/sw/virt.h"
#include "systemc/sw/weft.h"

enum { SIDE = 12, JOBS = 200, LOG2 = 3 };

static _Alignas(128) unsigned char ring[WEFT_RING_BYTES(LOG2)];
static int8_t a[SIDE][SIDE], b[SIDE][SIDE];
static int32_t d[2][SIDE][SIDE], wanted[SIDE][SIDE];
static struct weft w;
static volatile unsigned interrupts;

static volatile uint32_t* reg(uint32_t offset) {
  return (volatile uint32_t*)(VIRT_ENGINE + offset);
}
static void on_engine(void) {
  *reg(WEFT_ENGINE_STATUS) = WEFT_ENGINE_STATUS_RING;
  ++interrupts;
}
static int has_place(void) { return w.submitted - *reg(WEFT_ENGINE_RING_HEAD) < 1u << LOG2; }
static int is_empty(void) { return w.submitted == *reg(WEFT_ENGINE_RING_HEAD); }

int main(void) {
  struct weft_tensor_job job = {.m = SIDE, .n = SIDE, .k = SIDE, .lda = SIDE, .ldb = SIDE};
  int i, j, k, n, count = 0;
  if (weft_open(&w, VIRT_ENGINE, ring, LOG2) != 0) {
    printf("no engine\n");
    return 2;
  }
  weft_allow(&w, 0, 0, ~(uint64_t)0);
  *reg(WEFT_ENGINE_IRQ_ENABLE) = WEFT_ENGINE_IRQ_ENABLE_RING;
  virt_on_engine(on_engine);
  for (i = 0; i < SIDE; ++i) {
    for (j = 0; j < SIDE; ++j) a[i][j] = (int8_t)(i - 3 * j), b[i][j] = (int8_t)(5 * i + j);
  }
  job.a = (uintptr_t)a, job.b = (uintptr_t)b;
  job.ldc = job.ldd = SIDE * 4;
  job.flow          = WEFT_TENSOR_FASTEST;
  for (n = 0; n < JOBS; ++n) {
    job.preload = n > 0;
    job.c       = (uintptr_t)d[(n + 1) % 2];
    job.d       = (uintptr_t)d[n % 2];
    virt_sleep_until(has_place);
    if (weft_submit(&w, &job, WEFT_JOB_IRQ) != n) return 3;
  }
  virt_sleep_until(is_empty);
  if (weft_wait(&w, JOBS - 1) != 0) return 4;
  for (i = 0; i < SIDE; ++i) {
    for (j = 0; j < SIDE; ++j) {
      for (k = 0; k < SIDE; ++k) wanted[i][j] += a[i][k] * b[k][j];
      count += d[(JOBS - 1) % 2][i][j] != JOBS * wanted[i][j];
    }
  }
  printf("%d jobs, %d of %d sums wrong, interrupts came: %s\n", JOBS, count, SIDE * SIDE,
         interrupts > 0 ? "yes" : "no");
  return count != 0 || interrupts == 0;
}
