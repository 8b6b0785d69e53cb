// SPDX-License-Identifier: Apache-2.0
//
// sgemm of tb/sme/kernels/blas.c as a program of Linux without a C library: standard input has
// `problem`, A, B and C, standard output receives C.

#include <stdint.h>

struct problem {
  uint64_t m, n, k, lda, ldb, ldc;
  float alpha, beta;
};

void sgemm(uint64_t m, uint64_t n, uint64_t k, float alpha, const float *a, uint64_t lda,
           const float *b, uint64_t ldb, float beta, float *c, uint64_t ldc);

/// Nobody's ZA is in use where the program calls a function.
void __arm_tpidr2_save(void) {}

static long call_linux(long number, long a, long b, long c) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}

enum { Read = 63, Write = 64, Exit = 93 };

/// Reads or writes all bytes, or ends the program.
static void move(long number, long file, void *bytes, uint64_t count) {
  for (char *at = bytes; count > 0;) {
    const long n = call_linux(number, file, (long)at, (long)count);
    if (n <= 0) call_linux(Exit, 1, 0, 0);
    at += n;
    count -= (uint64_t)n;
  }
}

static float a[1 << 16], b[1 << 16], c[1 << 16];

__attribute__((noreturn)) void _start(void) {
  struct problem p;
  move(Read, 0, &p, sizeof p);
  move(Read, 0, a, 4 * p.k * p.lda);
  move(Read, 0, b, 4 * p.k * p.ldb);
  move(Read, 0, c, 4 * p.m * p.ldc);
  sgemm(p.m, p.n, p.k, p.alpha, a, p.lda, b, p.ldb, p.beta, c, p.ldc);
  move(Write, 1, c, 4 * p.m * p.ldc);
  for (;;) call_linux(Exit, 0, 0, 0);
}
