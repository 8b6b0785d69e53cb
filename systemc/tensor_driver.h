/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Driver of the tensor core in C99, for bare metal: no operating system, no allocation, no globals.
 *
 * The program supplies two access functions; the driver does the rest with the registers of
 * tensor_regs.h. Addresses of matrices are those that the core's DMA sees. If the processor has a
 * data cache, the program cleans the operands before weft_tensor_start() and invalidates D after
 * the job.
 *
 *     struct weft_tensor core = {&bus, read32, write32};
 *     if (weft_tensor_probe(&core, NULL)) return;
 *     struct weft_tensor_job job = {.m = 64, .n = 64, .k = 64, .a = A, ..., .lda = 128, ...};
 *     weft_tensor_start(&core, &job);
 *     while (weft_tensor_poll(&core) == WEFT_TENSOR_RUNNING) { }
 */
#ifndef WEFT_TENSOR_DRIVER_H
#define WEFT_TENSOR_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "tensor_regs.h"

/* One core, and access to its registers. `offset` is an offset in the register page. */
struct weft_tensor {
  void* bus; /* passed unchanged to the access functions */
  uint32_t (*read32)(void* bus, uint32_t offset);
  void (*write32)(void* bus, uint32_t offset, uint32_t value);
};

/* The capabilities of the core. */
struct weft_tensor_info {
  uint32_t types;       /* CAPABILITY: a bit for each type of operands and sums */
  uint32_t features;    /* FEATURES: a bit for each optional feature */
  unsigned rows, cols;  /* size of the array */
  unsigned max_dim;     /* largest M, N, K */
  unsigned burst_bytes; /* longest DMA burst */
};

/* The dataflow: CTRL.FLOW. */
enum weft_tensor_flow {
  WEFT_TENSOR_OUTPUT_STATIONARY,
  WEFT_TENSOR_WEIGHT_STATIONARY,
  WEFT_TENSOR_BIDIRECTIONAL,
  WEFT_TENSOR_INPUT_STATIONARY,
  WEFT_TENSOR_CORE_CHOOSES, /* output- or weight-stationary */
  WEFT_TENSOR_FASTEST = 7   /* stationary flows only, whose D has the same bits */
};

/* The format of D: CTRL.OUTPUT. */
enum weft_tensor_output { WEFT_TENSOR_SUMS, WEFT_TENSOR_INT8, WEFT_TENSOR_FP16 };

/* D = A * B, or D = A * B + C with preload. A is m x k, B is k x n, C and D are m x n, row-major.
 * lda to ldd are bytes from a row to the next. Members after flow need a bit of FEATURES, except
 * block scales; the register map describes the data at a_extra and b_extra. */
struct weft_tensor_job {
  uint32_t m, n, k;
  uint64_t a, b, c, d;
  uint32_t lda, ldb, ldc, ldd;
  int preload;
  enum weft_tensor_flow flow;   /* 0: output-stationary */
  int transpose_a, transpose_b; /* A has k rows of m, B n rows of k */
  int sparse_a;                 /* A is 2:4 sparse, m x k / 2, its indexes at a_extra */
  int relu;
  enum weft_tensor_output output; /* INT8 and FP16: the sum times scale */
  uint32_t scale;                 /* the bits of an FP32 */
  uint64_t a_extra, b_extra;      /* indexes, or block scales */
};

/* State of the core. A failure is WEFT_TENSOR_FAILED; weft_tensor_error() says which. */
enum weft_tensor_state {
  WEFT_TENSOR_IDLE,    /* nothing started, or acknowledged */
  WEFT_TENSOR_RUNNING, /* a job is running */
  WEFT_TENSOR_DONE,    /* D is in memory */
  WEFT_TENSOR_FAILED   /* refused or failed */
};

/* A field of several bits of a register's value. */
#define WEFT_TENSOR_FIELD(value, field) \
  (((value)&WEFT_TENSOR_##field##_MASK) >> WEFT_TENSOR_##field##_SHIFT)

static inline uint64_t weft_tensor_read64(const struct weft_tensor* core, uint32_t low) {
  const uint64_t bits = core->read32(core->bus, low);
  return bits | (uint64_t)core->read32(core->bus, low + 4) << 32;
}

static inline void weft_tensor_write64(const struct weft_tensor* core, uint32_t low,
                                       uint64_t value) {
  core->write32(core->bus, low, (uint32_t)value);
  core->write32(core->bus, low + 4, (uint32_t)(value >> 32));
}

/* Returns 0 if a core that this driver supports answers, else -1. Fills *info unless it is NULL. */
static inline int weft_tensor_probe(const struct weft_tensor* core, struct weft_tensor_info* info) {
  const uint32_t version = core->read32(core->bus, WEFT_TENSOR_VERSION);
  if (core->read32(core->bus, WEFT_TENSOR_ID) != WEFT_TENSOR_ID_VALUE) return -1;
  if (WEFT_TENSOR_FIELD(version, VERSION_MAJOR) !=
      WEFT_TENSOR_FIELD(WEFT_TENSOR_VERSION_VALUE, VERSION_MAJOR)) {
    return -1;
  }
  if (version < WEFT_TENSOR_VERSION_VALUE) return -1; /* an older minor */
  if (info != NULL) {
    const uint32_t capability = core->read32(core->bus, WEFT_TENSOR_CAPABILITY);
    const uint32_t array      = core->read32(core->bus, WEFT_TENSOR_ARRAY);
    const uint32_t limits     = core->read32(core->bus, WEFT_TENSOR_LIMITS);
    info->types               = capability;
    info->features            = core->read32(core->bus, WEFT_TENSOR_FEATURES);
    info->rows                = WEFT_TENSOR_FIELD(array, ARRAY_ROWS);
    info->cols                = WEFT_TENSOR_FIELD(array, ARRAY_COLS);
    info->max_dim             = WEFT_TENSOR_FIELD(limits, LIMITS_MAX_DIM);
    info->burst_bytes         = 1u << WEFT_TENSOR_FIELD(limits, LIMITS_BURST_LOG2);
  }
  return 0;
}

/* Drops a running job and sets all registers to their reset values. */
static inline void weft_tensor_reset(const struct weft_tensor* core) {
  core->write32(core->bus, WEFT_TENSOR_CTRL, WEFT_TENSOR_CTRL_RESET);
}

/* Selects whether the end of a job, with or without an error, raises the interrupt line. */
static inline void weft_tensor_enable_irq(const struct weft_tensor* core, int enable) {
  core->write32(core->bus, WEFT_TENSOR_IRQ_ENABLE,
                enable ? WEFT_TENSOR_IRQ_ENABLE_DONE | WEFT_TENSOR_IRQ_ENABLE_ERROR : 0u);
}

/* Starts a job. A job that cannot run shows as WEFT_TENSOR_FAILED. The core refuses a job while
 * another runs, which continues: call this when weft_tensor_poll() says anything but
 * WEFT_TENSOR_RUNNING. */
static inline void weft_tensor_start(const struct weft_tensor* core,
                                     const struct weft_tensor_job* job) {
  core->write32(core->bus, WEFT_TENSOR_M, job->m);
  core->write32(core->bus, WEFT_TENSOR_N, job->n);
  core->write32(core->bus, WEFT_TENSOR_K, job->k);
  weft_tensor_write64(core, WEFT_TENSOR_A_LO, job->a);
  weft_tensor_write64(core, WEFT_TENSOR_B_LO, job->b);
  weft_tensor_write64(core, WEFT_TENSOR_C_LO, job->c);
  weft_tensor_write64(core, WEFT_TENSOR_D_LO, job->d);
  core->write32(core->bus, WEFT_TENSOR_LDA, job->lda);
  core->write32(core->bus, WEFT_TENSOR_LDB, job->ldb);
  core->write32(core->bus, WEFT_TENSOR_LDC, job->ldc);
  core->write32(core->bus, WEFT_TENSOR_LDD, job->ldd);
  if (job->a_extra != 0) weft_tensor_write64(core, WEFT_TENSOR_A_EXTRA_LO, job->a_extra);
  if (job->b_extra != 0) weft_tensor_write64(core, WEFT_TENSOR_B_EXTRA_LO, job->b_extra);
  if (job->output != WEFT_TENSOR_SUMS) core->write32(core->bus, WEFT_TENSOR_SCALE, job->scale);
  core->write32(core->bus, WEFT_TENSOR_CTRL,
                WEFT_TENSOR_CTRL_START | (job->preload ? WEFT_TENSOR_CTRL_PRELOAD : 0u) |
                    (job->transpose_a ? WEFT_TENSOR_CTRL_TRANSPOSE_A : 0u) |
                    (job->transpose_b ? WEFT_TENSOR_CTRL_TRANSPOSE_B : 0u) |
                    (job->sparse_a ? WEFT_TENSOR_CTRL_SPARSE_A : 0u) |
                    (job->relu ? WEFT_TENSOR_CTRL_RELU : 0u) |
                    ((uint32_t)job->output << WEFT_TENSOR_CTRL_OUTPUT_SHIFT) |
                    ((uint32_t)job->flow << WEFT_TENSOR_CTRL_FLOW_SHIFT));
}

/* The current state; a running job takes precedence, then an error, then DONE. In every state but
 * WEFT_TENSOR_RUNNING the core leaves memory alone. The refusal of a job that was started while
 * another ran shows when that one ends. */
static inline enum weft_tensor_state weft_tensor_poll(const struct weft_tensor* core) {
  const uint32_t status = core->read32(core->bus, WEFT_TENSOR_STATUS);
  if (status & WEFT_TENSOR_STATUS_BUSY) return WEFT_TENSOR_RUNNING;
  if (status & WEFT_TENSOR_STATUS_ERROR) return WEFT_TENSOR_FAILED;
  if (status & WEFT_TENSOR_STATUS_DONE) return WEFT_TENSOR_DONE;
  return WEFT_TENSOR_IDLE;
}

/* The reason for WEFT_TENSOR_FAILED. Fills *fault, the address that the bus refused, unless it is
 * NULL. */
static inline enum weft_tensor_error weft_tensor_error(const struct weft_tensor* core,
                                                       uint64_t* fault) {
  const uint32_t error = core->read32(core->bus, WEFT_TENSOR_ERROR);
  if (fault != NULL) *fault = weft_tensor_read64(core, WEFT_TENSOR_FAULT_LO);
  return (enum weft_tensor_error)WEFT_TENSOR_FIELD(error, ERROR_CODE);
}

/* Clears DONE and ERROR, and with them the interrupt line: the last act of an interrupt handler. */
static inline void weft_tensor_acknowledge(const struct weft_tensor* core) {
  core->write32(core->bus, WEFT_TENSOR_STATUS, WEFT_TENSOR_STATUS_DONE | WEFT_TENSOR_STATUS_ERROR);
}

/* Clock cycles of the array in the last successful job. */
static inline uint64_t weft_tensor_cycles(const struct weft_tensor* core) {
  return weft_tensor_read64(core, WEFT_TENSOR_CYCLES_LO);
}

#endif
