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
  uint32_t features;  /* WEFT_ENGINE_ENGINE_CONV and _COPY, if it has them */
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

/* The picture and the window of a convolution. A pixel has `cin` elements, which lie together; the
 * job's lda is from a row of pixels to the next. */
struct weft_window {
  uint16_t h, w, cin; /* of the picture */
  uint16_t out_w;     /* pixels of a row of the result; the job's m are all of them */
  uint8_t r, s;       /* rows and columns of the window */
  uint8_t stride, dilation;
  uint8_t pad_top, pad_left; /* below and to the right, there is as much as the window reaches */
  int16_t pad;               /* the bits of an element outside of the picture */
};

/* As weft_submit(), with A made of the picture at job->a: row m is the window of output pixel m, in
 * the order of r, s, cin, and k is r * s * cin. -1 also if the engine has no convolution. */
int64_t weft_submit_conv(struct weft* w, const struct weft_tensor_job* job,
                         const struct weft_window* window, uint32_t flags);

/* Rows of bytes in planes; `row` and `plane` are bytes from one to the next. */
struct weft_planes {
  const void* at;
  uint32_t row;
  uint64_t plane;
};

/* As weft_submit(), a copy of planes of rows of bytes, which do not overlap those they are copied
 * to. -1 also if the engine does not copy. */
int64_t weft_submit_copy(struct weft* w, uint32_t planes, uint32_t rows, uint32_t bytes,
                         const struct weft_planes* from, const struct weft_planes* to,
                         uint32_t flags);

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

/* A convolution: D, out_h rows of window->out_w pixels of n elements, of the
 * picture `a` and the weights `b`, r * s * cin rows of n elements, plus C. Strides are in elements;
 * those of C and D are from an output pixel to the next. As weft_gemm() else. */
int weft_conv(struct weft* w, uint32_t type, const struct weft_window* window, uint32_t out_h,
              uint32_t n, const void* a, uint32_t lda, const void* b, uint32_t ldb, const void* c,
              uint32_t ldc, void* d, uint32_t ldd);

/* Copies planes of rows of bytes. Returns as weft_gemm() does. */
int weft_copy(struct weft* w, uint32_t planes, uint32_t rows, uint32_t bytes,
              const struct weft_planes* from, const struct weft_planes* to);

#ifdef __cplusplus
}
#endif
#endif
