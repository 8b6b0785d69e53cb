/* SPDX-License-Identifier: Apache-2.0 */
/* A network that recognises digits: two convolutions and a dense layer in INT8 on the engine. The
 * processor draws the pictures and gathers the pixels under each filter; the engine multiplies,
 * adds the bias, rectifies, scales and rounds. The first pictures are computed by the processor
 * alone, too, and every number compared. */

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
static int8_t columns[BATCH * 8 * 8 * 144], alone[BATCH * 64 * 16];
static int32_t scores[BATCH][10], sums_alone[BATCH * 10];
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

/* A layer: `rows` rows of k pixels by k x n weights, with a bias. A hidden layer, which has a
 * scale, is rectified, scaled and rounded to INT8. */
struct layer {
  const char* name;
  uint32_t rows, n, k;
  const int8_t* weights;
  const int32_t* bias;
  const uint32_t* scale;
  uint64_t cycles, instructions; /* of the engine; of the processor alone, for a batch */
  int wrong;
};
static struct layer layers[3] = {
    {"3 x 3, 1 to 16", BATCH * 64, 16, 9, &first_weights[0][0], first_bias, &first_scale, 0, 0, 0},
    {"3 x 3, 16 to 32", BATCH * 16, 32, 144, &second_weights[0][0], second_bias, &second_scale, 0,
     0, 0},
    {"512 to 10", BATCH, 10, 512, &dense_weights[0][0], dense_bias, NULL, 0, 0, 0}};

static void run(struct layer* l, const int8_t* pixels, void* to) {
  struct weft_tensor_job job = {.m = l->rows, .n = l->n, .k = l->k, .preload = 1};
  int64_t ticket;
  job.a = (uintptr_t)pixels, job.b = (uintptr_t)l->weights, job.d = (uintptr_t)to;
  job.c   = (uintptr_t)l->bias; /* ldc is 0: one row of C for every row of D */
  job.lda = l->k, job.ldb = l->n, job.ldd = l->n * 4;
  job.flow = WEFT_TENSOR_FASTEST;
  if (l->scale) {
    job.output = WEFT_TENSOR_INT8;
    job.relu   = 1;
    job.scale  = *l->scale;
    job.ldd    = l->n;
  }
  ticket = weft_submit(&w, &job, 0);
  if (weft_wait(&w, ticket) != 0) printf("%s: the job has failed\n", l->name);
  l->cycles += weft_time(&w, ticket);
}

/* The nearest integer, the even one of two, within INT8. The product of a sum of at most 32 bits
 * and a scale of 24 is exact in FP64. */
static int8_t rounded(int32_t sum, uint32_t scale) {
  float f;
  double x;
  int32_t n;
  memcpy(&f, &scale, sizeof f);
  x = (double)sum * (double)f;
  if (x >= 127) return 127;
  n = (int32_t)x; /* not negative */
  x -= n;
  return (int8_t)(n + (x > 0.5 || (x == 0.5 && (n & 1))));
}

/* The layer by the processor, compared with the engine's. */
static void check(struct layer* l, const int8_t* pixels, const void* engine) {
  const uint64_t before = virt_instructions();
  uint32_t i, j, k;
  for (i = 0; i < l->rows; ++i) {
    for (j = 0; j < l->n; ++j) {
      int32_t sum = l->bias[j];
      for (k = 0; k < l->k; ++k) sum += pixels[i * l->k + k] * l->weights[k * l->n + j];
      if (l->scale) {
        alone[i * l->n + j] = rounded(sum < 0 ? 0 : sum, *l->scale);
      } else {
        sums_alone[i * l->n + j] = sum;
      }
    }
  }
  l->instructions = virt_instructions() - before;
  for (i = 0; i < l->rows * l->n; ++i) {
    l->wrong += l->scale ? alone[i] != ((const int8_t*)engine)[i]
                         : sums_alone[i] != ((const int32_t*)engine)[i];
  }
}

int main(void) {
  struct picture_random random = {2};
  uint64_t gathering           = 0, before;
  uint32_t sum                 = 0;
  int digits[BATCH], i, n, k, l, right = 0, wrong = 0;
  if (weft_open(&w, VIRT_ENGINE, ring, LOG2) != 0) {
    printf("no engine\n");
    return 2;
  }
  weft_allow(&w, 0, 0, ~(uint64_t)0);
  for (i = 0; i < PICTURES; i += BATCH) {
    const int8_t* from[3] = {columns, columns, &deep[0][0][0][0]};
    void* to[3]           = {maps, deep, scores};
    for (n = 0; n < BATCH; ++n) {
      digits[n] = picture_draw(&random, (int8_t(*)[PICTURE_SIDE])images[n]);
    }
    for (l = 0; l < 3; ++l) {
      before = virt_instructions();
      if (l == 0) gather(&images[0][0][0][0], 16, 1);
      if (l == 1) gather(&maps[0][0][0][0], 8, 16);
      gathering += virt_instructions() - before;
      run(&layers[l], from[l], to[l]);
      if (i == 0) check(&layers[l], from[l], to[l]);
    }
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
  printf("%d of %d right, checksum of the scores %08lx\n\n", right, PICTURES, (unsigned long)sum);
  printf("%-18s%16s%22s\n", "per picture", "engine, cycles", "hart, instructions");
  for (l = 0; l < 3; ++l) {
    printf("%-18s%16lu%22lu\n", layers[l].name, (unsigned long)(layers[l].cycles / PICTURES),
           (unsigned long)(layers[l].instructions / BATCH));
    wrong += layers[l].wrong;
  }
  printf("%-18s%16s%22lu\n", "gather pixels", "", (unsigned long)(gathering / PICTURES));
  if (wrong) printf("%d numbers of the engine differ from the processor's\n", wrong);
  return wrong != 0 || right < PICTURES * 97 / 100;
}
