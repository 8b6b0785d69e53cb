/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WEFT_SW_WEFT_H
#define WEFT_SW_WEFT_H

/* Runtime of the engine: C99, no allocation, one thread.
 *
 *     static _Alignas(128) unsigned char ring[WEFT_RING_BYTES(4)];
 *     struct weft w;
 *     if (weft_open(&w, 0x40000000, ring, 4) != 0) ...
 *     weft_gemm(&w, WEFT_ENGINE_CAPABILITY_INT8, 0, 0, m, n, k, a, k, b, n, NULL, 0, d, n);
 *
 * Jobs go into a ring of descriptors in memory and end in their order. Memory is the one that the
 * engine sees, at the same addresses. */

#include <stddef.h>
#include <stdint.h>

#include "systemc/engine_regs.h"
#include "systemc/tensor_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a ring of 2^log2 jobs, aligned to 128: descriptors, then completions. */
#define WEFT_RING_BYTES(log2) ((size_t)(128 + 16) << (log2))

struct weft {
  uintptr_t page;
  unsigned char* ring;
  uint32_t log2;      /* 2^log2 jobs at a time */
  uint32_t submitted; /* jobs so far */
  uint32_t types;     /* WEFT_ENGINE_CAPABILITY_* */
  /* Called while a job is waited for, or NULL: wfi, a yield. It may return at once. The interrupt
   * of WEFT_ENGINE_STATUS_RING is enabled by the program. */
  void (*idle)(void);
  /* On a machine whose caches the engine does not see, or NULL: write back, and drop, the lines of
   * these bytes. */
  void (*clean)(const void* at, size_t bytes);
  void (*invalidate)(const void* at, size_t bytes);
};

/* Starts the ring. `ring` has WEFT_RING_BYTES(log2) bytes; log2 is 1 to 12. Returns 0; -1 if there
 * is no engine of this map at `page`, or it has no ring. */
int weft_open(struct weft* w, uintptr_t page, void* ring, unsigned log2);

/* Lets window 0 to 3 allow jobs to read and to write from `first` to `last`. An engine that is
 * closed allows nothing else. */
void weft_allow(struct weft* w, unsigned window, uint64_t first, uint64_t last);

/* Gives a job to the engine. Returns its ticket, or -1 if the ring is full. `flags` are those of a
 * job's first word: WEFT_JOB_IRQ, WEFT_JOB_OVERLAP. */
#define WEFT_JOB_IRQ 0x100u     /* its end sets WEFT_ENGINE_STATUS_RING */
#define WEFT_JOB_OVERLAP 0x200u /* no operand is a result of the job before */
int64_t weft_submit(struct weft* w, const struct weft_tensor_job* job, uint32_t flags);

/* Waits for the end of a job, and of all before it. Returns 0, or the error as
 * WEFT_ENGINE_ERROR_CODE_* has it; the engine stands then until weft_resume(). A ticket is good
 * until 2^log2 jobs have been submitted behind it; -1 after that. */
int weft_wait(struct weft* w, int64_t ticket);

/* Cycles of a job that weft_wait() has seen the end of, from the array's first load to its last
 * store. */
uint64_t weft_time(const struct weft* w, int64_t ticket);

/* Goes on with the job behind the one that has failed. */
void weft_resume(struct weft* w);

/* D = op(A) op(B) + C of elements in rows; op transposes where asked. lda to ldd are elements from
 * a row to the next, as it lies in memory. C may be NULL. `type` is one WEFT_ENGINE_CAPABILITY_*.
 * Returns 0 when D is in memory, an error as weft_wait() does, or -1 if the engine has not the
 * type. */
int weft_gemm(struct weft* w, uint32_t type, int transpose_a, int transpose_b, uint32_t m,
              uint32_t n, uint32_t k, const void* a, uint32_t lda, const void* b, uint32_t ldb,
              const void* c, uint32_t ldc, void* d, uint32_t ldd);

#ifdef __cplusplus
}
#endif
#endif
