/* SPDX-License-Identifier: Apache-2.0 */

#include "systemc/sw/weft.h"

#include <string.h>

#define DESCRIPTOR 128u
#define COMPLETION 16u
#define OP_GEMM 1u
#define OP_CONV 2u
#define OP_COPY 3u

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
  w->types    = get(w, WEFT_ENGINE_CAPABILITY);
  w->features = get(w, WEFT_ENGINE_ENGINE);
  put(w, WEFT_ENGINE_CTRL, WEFT_ENGINE_CTRL_RESET);
  while (get(w, WEFT_ENGINE_STATUS) & WEFT_ENGINE_STATUS_BUSY) {
  }
  put64(w, WEFT_ENGINE_RING_BASE_LO, (uintptr_t)ring);
  put64(w, WEFT_ENGINE_COMP_BASE_LO, (uintptr_t)ring + DESCRIPTOR * entries(w));
  put(w, WEFT_ENGINE_RING_LOG2, log2);
  put(w, WEFT_ENGINE_RING_TAIL, 0);
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

/* A descriptor as it lies in memory. */
struct descriptor {
  uint32_t first, tag, m, n, k, scale;
  uint64_t a, b, c, d;
  uint32_t lda, ldb, ldc, ldd;
  uint64_t a_extra, b_extra;
  struct weft_window window;
  uint64_t stride_a, stride_d;
  uint32_t count, zero;
};
typedef char descriptor_has_its_size[sizeof(struct descriptor) == DESCRIPTOR ? 1 : -1];

static int64_t submit(struct weft* w, struct descriptor* d, uint32_t op, uint32_t flags) {
  const uint32_t ticket = w->submitted;
  unsigned char* at     = w->ring + DESCRIPTOR * (ticket & (entries(w) - 1));
  if (ticket - get(w, WEFT_ENGINE_RING_HEAD) >= entries(w)) return -1;
  d->first |= op | (flags & (WEFT_JOB_IRQ | WEFT_JOB_OVERLAP));
  d->tag = ticket;
  memcpy(at, d, DESCRIPTOR);
  if (w->clean) w->clean(at, DESCRIPTOR);
  barrier();
  w->submitted = ticket + 1;
  put(w, WEFT_ENGINE_RING_TAIL, w->submitted);
  return ticket;
}

static void describe(struct descriptor* d, const struct weft_tensor_job* job) {
  const uint32_t control = (job->preload ? WEFT_ENGINE_CTRL_PRELOAD : 0u) |
                           (uint32_t)job->flow << WEFT_ENGINE_CTRL_FLOW_SHIFT |
                           (job->transpose_a ? WEFT_ENGINE_CTRL_TRANSPOSE_A : 0u) |
                           (job->transpose_b ? WEFT_ENGINE_CTRL_TRANSPOSE_B : 0u) |
                           (job->sparse_a ? WEFT_ENGINE_CTRL_SPARSE_A : 0u) |
                           (job->relu ? WEFT_ENGINE_CTRL_RELU : 0u) |
                           (uint32_t)job->output << WEFT_ENGINE_CTRL_OUTPUT_SHIFT;
  memset(d, 0, sizeof *d);
  d->first = control << 16;
  d->m = job->m, d->n = job->n, d->k = job->k;
  d->scale = job->scale;
  d->a = job->a, d->b = job->b, d->c = job->c, d->d = job->d;
  d->lda = job->lda, d->ldb = job->ldb, d->ldc = job->ldc, d->ldd = job->ldd;
  d->a_extra = job->a_extra, d->b_extra = job->b_extra;
}

int64_t weft_submit(struct weft* w, const struct weft_tensor_job* job, uint32_t flags) {
  struct descriptor d;
  describe(&d, job);
  return submit(w, &d, OP_GEMM, flags);
}

int64_t weft_submit_conv(struct weft* w, const struct weft_tensor_job* job,
                         const struct weft_window* window, uint32_t flags) {
  struct descriptor d;
  if ((w->features & WEFT_ENGINE_ENGINE_CONV) == 0) return -1;
  describe(&d, job);
  d.window = *window;
  return submit(w, &d, OP_CONV, flags);
}

int64_t weft_submit_copy(struct weft* w, uint32_t planes, uint32_t rows, uint32_t bytes,
                         const struct weft_planes* from, const struct weft_planes* to,
                         uint32_t flags) {
  struct descriptor d;
  if ((w->features & WEFT_ENGINE_ENGINE_COPY) == 0) return -1;
  memset(&d, 0, sizeof d);
  d.m = rows, d.n = bytes, d.count = planes;
  d.a = (uintptr_t)from->at, d.lda = from->row, d.stride_a = from->plane;
  d.d = (uintptr_t)to->at, d.ldd = to->row, d.stride_d = to->plane;
  return submit(w, &d, OP_COPY, flags);
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

static const struct widths* widths_of(const struct weft* w, uint32_t type) {
  size_t i;
  if ((w->types & type) == 0) return NULL;
  for (i = 0; i < sizeof types / sizeof *types; ++i) {
    if (types[i].type == type) return &types[i];
  }
  return NULL;
}

static void clean(const struct weft* w, const void* at, size_t bytes) {
  if (w->clean && at) w->clean(at, bytes);
}
static int end_of(struct weft* w, int64_t ticket, void* d, size_t bytes) {
  const int code = weft_wait(w, ticket);
  if (w->invalidate) w->invalidate(d, bytes);
  return code;
}

int weft_gemm(struct weft* w, uint32_t type, int transpose_a, int transpose_b, uint32_t m,
              uint32_t n, uint32_t k, const void* a, uint32_t lda, const void* b, uint32_t ldb,
              const void* c, uint32_t ldc, void* d, uint32_t ldd) {
  const struct widths* width = widths_of(w, type);
  struct weft_tensor_job job;
  int64_t ticket;
  if (!width) return -1;
  memset(&job, 0, sizeof job);
  job.m = m, job.n = n, job.k = k;
  job.a = (uintptr_t)a, job.b = (uintptr_t)b, job.c = (uintptr_t)c, job.d = (uintptr_t)d;
  job.lda = lda * width->operand, job.ldb = ldb * width->operand;
  job.ldc = ldc * width->sum, job.ldd = ldd * width->sum;
  job.preload     = c != NULL;
  job.transpose_a = transpose_a, job.transpose_b = transpose_b;
  job.flow = WEFT_TENSOR_FASTEST;
  clean(w, a, (size_t)(transpose_a ? k : m) * job.lda);
  clean(w, b, (size_t)(transpose_b ? n : k) * job.ldb);
  clean(w, c, (size_t)m * job.ldc);
  while ((ticket = weft_submit(w, &job, 0)) < 0) {
    if (w->idle) w->idle();
  }
  return end_of(w, ticket, d, (size_t)m * job.ldd);
}

int weft_conv(struct weft* w, uint32_t type, const struct weft_window* window, uint32_t out_h,
              uint32_t n, const void* a, uint32_t lda, const void* b, uint32_t ldb, const void* c,
              uint32_t ldc, void* d, uint32_t ldd) {
  const struct widths* width = widths_of(w, type);
  struct weft_tensor_job job;
  int64_t ticket;
  if (!width || (w->features & WEFT_ENGINE_ENGINE_CONV) == 0) return -1;
  memset(&job, 0, sizeof job);
  job.m = out_h * window->out_w, job.n = n;
  job.k = (uint32_t)window->r * window->s * window->cin;
  job.a = (uintptr_t)a, job.b = (uintptr_t)b, job.c = (uintptr_t)c, job.d = (uintptr_t)d;
  job.lda = lda * width->operand, job.ldb = ldb * width->operand;
  job.ldc = ldc * width->sum, job.ldd = ldd * width->sum;
  job.preload = c != NULL;
  job.flow    = WEFT_TENSOR_FASTEST;
  clean(w, a, (size_t)window->h * job.lda);
  clean(w, b, (size_t)job.k * job.ldb);
  clean(w, c, (size_t)job.m * job.ldc);
  while ((ticket = weft_submit_conv(w, &job, window, 0)) < 0) {
    if (w->idle) w->idle();
  }
  return end_of(w, ticket, d, (size_t)job.m * job.ldd);
}

int weft_copy(struct weft* w, uint32_t planes, uint32_t rows, uint32_t bytes,
              const struct weft_planes* from, const struct weft_planes* to) {
  int64_t ticket;
  if ((w->features & WEFT_ENGINE_ENGINE_COPY) == 0) return -1;
  clean(w, from->at, (size_t)(planes - 1) * from->plane + (size_t)rows * from->row);
  while ((ticket = weft_submit_copy(w, planes, rows, bytes, from, to, 0)) < 0) {
    if (w->idle) w->idle();
  }
  return end_of(w, ticket, (void*)(uintptr_t)to->at,
                (size_t)(planes - 1) * to->plane + (size_t)rows * to->row);
}
