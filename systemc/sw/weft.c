/* SPDX-License-Identifier: Apache-2.0 */

#include "systemc/sw/weft.h"

#include <string.h>

#define DESCRIPTOR 128u
#define COMPLETION 16u

static uint32_t get(const struct weft* w, uint32_t offset) {
  return *(volatile uint32_t*)(w->page + offset);
}
static void put(const struct weft* w, uint32_t offset, uint32_t value) {
  *(volatile uint32_t*)(w->page + offset) = value;
}
static void put64(const struct weft* w, uint32_t low, uint64_t value) {
  put(w, low, (uint32_t)value);
  put(w, low + 4, (uint32_t)(value >> 32));
}

/* Memory before registers, and registers before memory. */
static void barrier(void) {
#if defined(__riscv)
  __asm__ volatile("fence iorw, iorw" ::: "memory");
#else
  __sync_synchronize();
#endif
}

static uint32_t entries(const struct weft* w) { return 1u << w->log2; }
static unsigned char* completion(const struct weft* w, uint32_t number) {
  return w->ring + DESCRIPTOR * entries(w) + COMPLETION * (number & (entries(w) - 1));
}

int weft_open(struct weft* w, uintptr_t page, void* ring, unsigned log2) {
  memset(w, 0, sizeof *w);
  w->page = page;
  w->ring = ring;
  w->log2 = log2;
  if (log2 < 1 || log2 > 12 || (uintptr_t)ring % DESCRIPTOR != 0) return -1;
  if (get(w, WEFT_ENGINE_ID) != WEFT_ENGINE_ID_VALUE) return -1;
  if ((get(w, WEFT_ENGINE_ENGINE) & WEFT_ENGINE_ENGINE_RING) == 0) return -1;
  memset(ring, 0, WEFT_RING_BYTES(log2));
  if (w->clean) w->clean(ring, WEFT_RING_BYTES(log2));
  w->types = get(w, WEFT_ENGINE_CAPABILITY);
  put(w, WEFT_ENGINE_CTRL, WEFT_ENGINE_CTRL_RESET);
  while (get(w, WEFT_ENGINE_STATUS) & WEFT_ENGINE_STATUS_BUSY) {
  }
  put64(w, WEFT_ENGINE_RING_BASE_LO, (uintptr_t)ring);
  put64(w, WEFT_ENGINE_COMP_BASE_LO, (uintptr_t)ring + DESCRIPTOR * entries(w));
  put(w, WEFT_ENGINE_RING_LOG2, log2);
  put(w, WEFT_ENGINE_RING_TAIL, 0);
  barrier();
  put(w, WEFT_ENGINE_RING_CTRL, WEFT_ENGINE_RING_CTRL_ENABLE);
  return 0;
}

void weft_allow(struct weft* w, unsigned window, uint64_t first, uint64_t last) {
  const uint32_t next = WEFT_ENGINE_WINDOW1_CTRL - WEFT_ENGINE_WINDOW0_CTRL;
  put64(w, WEFT_ENGINE_WINDOW0_BASE_LO + window * next, first);
  put64(w, WEFT_ENGINE_WINDOW0_LAST_LO + window * next, last);
  put(w, WEFT_ENGINE_WINDOW0_CTRL + window * next,
      WEFT_ENGINE_WINDOW0_CTRL_READ | WEFT_ENGINE_WINDOW0_CTRL_WRITE);
}

int64_t weft_submit(struct weft* w, const struct weft_tensor_job* job, uint32_t flags) {
  const uint32_t ticket  = w->submitted;
  unsigned char* at      = w->ring + DESCRIPTOR * (ticket & (entries(w) - 1));
  const uint32_t control = (job->preload ? WEFT_ENGINE_CTRL_PRELOAD : 0u) |
                           (uint32_t)job->flow << WEFT_ENGINE_CTRL_FLOW_SHIFT |
                           (job->transpose_a ? WEFT_ENGINE_CTRL_TRANSPOSE_A : 0u) |
                           (job->transpose_b ? WEFT_ENGINE_CTRL_TRANSPOSE_B : 0u) |
                           (job->sparse_a ? WEFT_ENGINE_CTRL_SPARSE_A : 0u) |
                           (job->relu ? WEFT_ENGINE_CTRL_RELU : 0u) |
                           (uint32_t)job->output << WEFT_ENGINE_CTRL_OUTPUT_SHIFT;
  struct {
    uint32_t first, tag, m, n, k, scale;
    uint64_t a, b, c, d;
    uint32_t lda, ldb, ldc, ldd;
    uint64_t a_extra, b_extra;
    unsigned char zero[DESCRIPTOR - 0x58];
  } descriptor;
  if (ticket - get(w, WEFT_ENGINE_RING_HEAD) >= entries(w)) return -1;
  memset(&descriptor, 0, sizeof descriptor);
  descriptor.first = 1u | (flags & (WEFT_JOB_IRQ | WEFT_JOB_OVERLAP)) | control << 16;
  descriptor.tag   = ticket;
  descriptor.m = job->m, descriptor.n = job->n, descriptor.k = job->k;
  descriptor.scale = job->scale;
  descriptor.a = job->a, descriptor.b = job->b, descriptor.c = job->c, descriptor.d = job->d;
  descriptor.lda = job->lda, descriptor.ldb = job->ldb, descriptor.ldc = job->ldc;
  descriptor.ldd     = job->ldd;
  descriptor.a_extra = job->a_extra, descriptor.b_extra = job->b_extra;
  memcpy(at, &descriptor, DESCRIPTOR);
  if (w->clean) w->clean(at, DESCRIPTOR);
  barrier();
  w->submitted = ticket + 1;
  put(w, WEFT_ENGINE_RING_TAIL, w->submitted);
  return ticket;
}

int weft_wait(struct weft* w, int64_t ticket) {
  const uint32_t number     = (uint32_t)ticket;
  const unsigned char* told = completion(w, number);
  uint16_t code, lap;
  if (ticket < 0 || w->submitted - number > entries(w) || w->submitted == number) return -1;
  while ((int32_t)(get(w, WEFT_ENGINE_RING_HEAD) - number) <= 0) {
    if (w->idle) w->idle();
  }
  barrier();
  if (w->invalidate) w->invalidate(told, COMPLETION);
  memcpy(&code, told + 4, sizeof code);
  memcpy(&lap, told + 6, sizeof lap);
  return lap == (uint16_t)((number >> w->log2) + 1) ? code : -1;
}

uint64_t weft_time(const struct weft* w, int64_t ticket) {
  uint64_t cycles;
  memcpy(&cycles, completion(w, (uint32_t)ticket) + 8, sizeof cycles);
  return cycles;
}

void weft_resume(struct weft* w) {
  put(w, WEFT_ENGINE_STATUS, WEFT_ENGINE_STATUS_ERROR | WEFT_ENGINE_STATUS_HALTED);
  put(w, WEFT_ENGINE_RING_CTRL, WEFT_ENGINE_RING_CTRL_ENABLE | WEFT_ENGINE_RING_CTRL_CONTINUE);
}

/* Bytes of an element of A and B, and of the sums. */
struct widths {
  uint32_t type, operand, sum;
};
static const struct widths types[] = {
    {WEFT_ENGINE_CAPABILITY_FP16, 2, 4},       {WEFT_ENGINE_CAPABILITY_INT8, 1, 4},
    {WEFT_ENGINE_CAPABILITY_BF16, 2, 4},       {WEFT_ENGINE_CAPABILITY_TF32, 4, 4},
    {WEFT_ENGINE_CAPABILITY_E4M3, 1, 4},       {WEFT_ENGINE_CAPABILITY_E5M2, 1, 4},
    {WEFT_ENGINE_CAPABILITY_FP16_FP16, 2, 2},  {WEFT_ENGINE_CAPABILITY_FP32, 4, 4},
    {WEFT_ENGINE_CAPABILITY_FP64, 8, 8},       {WEFT_ENGINE_CAPABILITY_UINT8, 1, 4},
    {WEFT_ENGINE_CAPABILITY_INT8_UINT8, 1, 4}, {WEFT_ENGINE_CAPABILITY_UINT8_INT8, 1, 4},
    {WEFT_ENGINE_CAPABILITY_INT4, 1, 4},       {WEFT_ENGINE_CAPABILITY_INT16, 2, 8},
};

int weft_gemm(struct weft* w, uint32_t type, int transpose_a, int transpose_b, uint32_t m,
              uint32_t n, uint32_t k, const void* a, uint32_t lda, const void* b, uint32_t ldb,
              const void* c, uint32_t ldc, void* d, uint32_t ldd) {
  struct weft_tensor_job job;
  size_t i;
  int64_t ticket;
  if ((w->types & type) == 0) return -1;
  for (i = 0; types[i].type != type; ++i) {
    if (i + 1 == sizeof types / sizeof *types) return -1;
  }
  memset(&job, 0, sizeof job);
  job.m = m, job.n = n, job.k = k;
  job.a = (uintptr_t)a, job.b = (uintptr_t)b, job.c = (uintptr_t)c, job.d = (uintptr_t)d;
  job.lda = lda * types[i].operand, job.ldb = ldb * types[i].operand;
  job.ldc = ldc * types[i].sum, job.ldd = ldd * types[i].sum;
  job.preload     = c != NULL;
  job.transpose_a = transpose_a, job.transpose_b = transpose_b;
  job.flow = WEFT_TENSOR_FASTEST;
  if (w->clean) {
    w->clean(a, (size_t)(transpose_a ? k : m) * job.lda);
    w->clean(b, (size_t)(transpose_b ? n : k) * job.ldb);
    if (c) w->clean(c, (size_t)m * job.ldc);
  }
  while ((ticket = weft_submit(w, &job, 0)) < 0) {
    if (w->idle) w->idle();
  }
  i = (size_t)weft_wait(w, ticket);
  if (w->invalidate) w->invalidate(d, (size_t)m * job.ldd);
  return (int)i;
}
