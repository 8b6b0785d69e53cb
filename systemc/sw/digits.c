/* SPDX-License-Identifier: Apache-2.0 */
/* A network that recognises digits: two convolutions and a dense layer in INT8 on the engine. The
 * processor draws the pictures and gathers the pixels under each filter; the engine multiplies, adds
 * the bias, rectifies, scales and rounds. */

#include <stdio.h>
#include <string.h>

#include "systemc/sw/digits_weights.h"
#include "systemc/sw/pictures.h"
#include "systemc/sw/virt.h"
#include "systemc/sw/weft.h"

enum { BATCH = 16, LOG2 = 2 };
#ifndef PICTURES
#define PICTURES 64
#endif

static _Alignas(128) unsigned char ring[WEFT_RING_BYTES(LOG2)];
static int8_t images[BATCH][16][16][1], maps[BATCH][8][8][16], deep[BATCH][4][4][32];
static int8_t columns[BATCH * 8 * 8 * 144];
static int32_t scores[BATCH][10];
static struct weft w;

/* A convolution of 3 x 3, stride 2, padding 1: the pixels under each place of the filter, channels
 * innermost; pictures are side x side x channels. */
static void gather(const int8_t* from, int side, int channels) {
  int8_t* to = columns;
  int n, y, x, r, s;
  for (n = 0; n < BATCH; ++n, from += side * side * channels) {
    for (y = 0; y < side; y += 2) {
      for (x = 0; x < side; x += 2) {
        for (r = y - 1; r <= y + 1; ++r) {
          for (s = x - 1; s <= x + 1; ++s, to += channels) {
            if (r < 0 || s < 0 || r >= side || s >= side) {
              memset(to, 0, (size_t)channels);
            } else {
              memcpy(to, from + (r * side + s) * channels, (size_t)channels);
            }
          }
        }
      }
    }
  }
}

/* A layer: `rows` rows of k pixels by k x n weights, with a bias. Hidden layers are rectified, scaled
 * and rounded to INT8. Returns the cycles of the engine. */
static uint64_t layer(uint32_t rows, uint32_t n, uint32_t k, const int8_t* pixels,
                      const int8_t* weights, const int32_t* bias, const uint32_t* scale, void* to) {
  struct weft_tensor_job job = {.m = rows, .n = n, .k = k, .lda = k, .ldb = n, .preload = 1};
  int64_t ticket;
  job.a = (uintptr_t)pixels, job.b = (uintptr_t)weights;
  job.c = (uintptr_t)bias; /* ldc is 0: the same row of C for every row of D */
  job.d    = (uintptr_t)to;
  job.flow = WEFT_TENSOR_FASTEST;
  job.ldd  = n * 4;
  if (scale) {
    job.output = WEFT_TENSOR_INT8;
    job.relu   = 1;
    job.scale  = *scale;
    job.ldd    = n;
  }
  ticket = weft_submit(&w, &job, 0);
  if (weft_wait(&w, ticket) != 0) printf("a layer has failed\n");
  return weft_time(&w, ticket);
}

int main(void) {
  struct picture_random random = {2};
  uint64_t cycles[3] = {0, 0, 0}, gathering = 0, before;
  uint32_t sum = 0;
  int digits[BATCH], i, n, k, right = 0;
  if (weft_open(&w, VIRT_ENGINE, ring, LOG2) != 0) {
    printf("no engine\n");
    return 2;
  }
  weft_allow(&w, 0, 0, ~(uint64_t)0);
  for (i = 0; i < PICTURES; i += BATCH) {
    for (n = 0; n < BATCH; ++n) {
      digits[n] = picture_draw(&random, (int8_t(*)[PICTURE_SIDE])images[n]);
    }
    before = virt_instructions();
    gather(&images[0][0][0][0], 16, 1);
    gathering += virt_instructions() - before;
    cycles[0] += layer(BATCH * 64, 16, 9, columns, &first_weights[0][0], first_bias, &first_scale,
                       maps);
    before = virt_instructions();
    gather(&maps[0][0][0][0], 8, 16);
    gathering += virt_instructions() - before;
    cycles[1] += layer(BATCH * 16, 32, 144, columns, &second_weights[0][0], second_bias,
                       &second_scale, deep);
    cycles[2] += layer(BATCH, 10, 512, &deep[0][0][0][0], &dense_weights[0][0], dense_bias, NULL,
                       scores);
    for (n = 0; n < BATCH; ++n) {
      int best = 0;
      for (k = 0; k < 10; ++k) {
        sum = sum * 31 + (uint32_t)scores[n][k];
        if (scores[n][k] > scores[n][best]) best = k;
      }
      right += best == digits[n];
      if (i == 0) printf("%s%d%s", n == 0 ? "digits " : " ", best, best == digits[n] ? "" : "!");
    }
    if (i == 0) printf(" ...\n");
  }
  printf("%d of %d right, checksum of the scores %08lx\n", right, PICTURES, (unsigned long)sum);
  printf("cycles a picture: %lu + %lu + %lu on the engine, %lu instructions to gather pixels\n",
         (unsigned long)(cycles[0] / PICTURES), (unsigned long)(cycles[1] / PICTURES),
         (unsigned long)(cycles[2] / PICTURES), (unsigned long)(gathering / PICTURES));
  return right < PICTURES * 97 / 100;
}
