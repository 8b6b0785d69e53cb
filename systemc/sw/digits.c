/* SPDX-License-Identifier: Apache-2.0 */
/* A network that recognises digits: two convolutions and a dense layer in INT8 on the engine, which
 * gathers the pixels under each filter, multiplies, adds the bias, rectifies, scales and rounds.
 * The processor draws the pictures. The first ones are computed by the processor alone, too, and
 * every number compared. */

#include <stdio.h>
#include <string.h>

#include "systemc/sw/digits_weights.h"
#include "systemc/sw/pictures.h"
#include "systemc/sw/virt.h"
#include "systemc/sw/weft.h"

enum { BATCH = 16, LOG2 = 4 }; /* a ring of a batch */
#ifndef PICTURES
#define PICTURES 64
#endif

static _Alignas(128) unsigned char ring[WEFT_RING_BYTES(LOG2)];
/* Aligned, so that jobs take the same cycles wherever the linker puts these. */
static _Alignas(64) int8_t images[BATCH][16][16][1], maps[BATCH][8][8][16], deep[BATCH][4][4][32];
static _Alignas(64) int32_t scores[BATCH][10];
static int8_t alone[BATCH * 64 * 16];
static int32_t sums_alone[BATCH * 10];
static struct weft w;

/* A layer makes out x out pixels of n channels of a picture of side x side pixels, by a filter of
 * filter x filter, with a bias. A hidden layer, which has a scale, is rectified, scaled and rounded
 * to INT8. The dense layer is a filter as large as its picture. */
struct layer {
  const char* name;
  uint32_t side, channels, filter, stride, pad, out, n;
  const int8_t* weights; /* rows, columns and channels of the filter, n innermost */
  const int32_t* bias;
  const uint32_t* scale;
  uint64_t cycles, instructions; /* of the engine; of the processor alone, for a batch */
  int wrong;
};
static struct layer layers[3] = {
    {"3 x 3, 1 to 16", 16, 1, 3, 2, 1, 8, 16, &first_weights[0][0], first_bias, &first_scale, 0, 0,
     0},
    {"3 x 3, 16 to 32", 8, 16, 3, 2, 1, 4, 32, &second_weights[0][0], second_bias, &second_scale, 0,
     0, 0},
    {"512 to 10", 4, 32, 4, 1, 0, 1, 10, &dense_weights[0][0], dense_bias, NULL, 0, 0, 0}};

/* The layer by the engine: a convolution a picture, or one product for the rows of a batch. The
 * jobs of a batch that is timed run one after the other; else the engine loads under the job
 * before. */
static void run(struct layer* l, const int8_t* pictures, void* to, int timed) {
  const uint32_t picture = l->side * l->side * l->channels, bytes = l->scale ? 1 : 4;
  const int dense                 = l->filter == l->side;
  const struct weft_window window = {.h        = (uint16_t)l->side,
                                     .w        = (uint16_t)l->side,
                                     .cin      = (uint16_t)l->channels,
                                     .out_w    = (uint16_t)l->out,
                                     .r        = (uint8_t)l->filter,
                                     .s        = (uint8_t)l->filter,
                                     .stride   = (uint8_t)l->stride,
                                     .dilation = 1,
                                     .pad_top  = (uint8_t)l->pad,
                                     .pad_left = (uint8_t)l->pad};
  struct weft_tensor_job job = {.n = l->n, .k = l->filter * l->filter * l->channels, .preload = 1};
  int64_t tickets[BATCH];
  int i, jobs = dense ? 1 : BATCH;
  job.m = dense ? BATCH : l->out * l->out;
  job.a = (uintptr_t)pictures, job.b = (uintptr_t)l->weights, job.d = (uintptr_t)to;
  job.c   = (uintptr_t)l->bias; /* ldc is 0: one row of C for every row of D */
  job.lda = dense ? picture : l->side * l->channels;
  job.ldb = l->n, job.ldd = l->n * bytes;
  job.flow = WEFT_TENSOR_FASTEST;
  if (l->scale) {
    job.output = WEFT_TENSOR_INT8;
    job.relu   = 1;
    job.scale  = *l->scale;
  }
  for (i = 0; i < jobs; ++i, job.a += picture, job.d += job.m * job.ldd) {
    const uint32_t flags = timed || i == 0 ? 0 : WEFT_JOB_OVERLAP;
    tickets[i] = dense ? weft_submit(&w, &job, 0) : weft_submit_conv(&w, &job, &window, flags);
  }
  for (i = 0; i < jobs; ++i) {
    if (weft_wait(&w, tickets[i]) != 0) printf("%s: a job has failed\n", l->name);
    if (timed) l->cycles += weft_time(&w, tickets[i]);
  }
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

/* The sum of the filter's weights for channel j times the pixels below it, where it lies within the
 * picture. */
static int32_t filtered(const struct layer* l, const int8_t* picture, int top, int left,
                        uint32_t j) {
  const int side = (int)l->side, filter = (int)l->filter;
  const int first_r = top < 0 ? -top : 0, end_r = top + filter > side ? side - top : filter;
  const int first_s = left < 0 ? -left : 0, end_s = left + filter > side ? side - left : filter;
  int32_t sum = l->bias[j];
  int r, s;
  uint32_t c;
  for (r = first_r; r < end_r; ++r) {
    for (s = first_s; s < end_s; ++s) {
      const int8_t* pixel  = picture + ((top + r) * side + left + s) * (int)l->channels;
      const int8_t* weight = l->weights + (uint32_t)(r * filter + s) * l->channels * l->n + j;
      for (c = 0; c < l->channels; ++c) sum += pixel[c] * weight[c * l->n];
    }
  }
  return sum;
}

/* The layer by the processor, compared with the engine's. */
static void check(struct layer* l, const int8_t* pictures, const void* engine) {
  const uint64_t before = virt_instructions();
  const int out = (int)l->out, stride = (int)l->stride, pad = (int)l->pad;
  uint32_t i, j, all                                        = 0;
  int y, x;
  for (i = 0; i < BATCH; ++i, pictures += l->side * l->side * l->channels) {
    for (y = 0; y < out; ++y) {
      for (x = 0; x < out; ++x) {
        for (j = 0; j < l->n; ++j, ++all) {
          const int32_t sum = filtered(l, pictures, y * stride - pad, x * stride - pad, j);
          if (l->scale) {
            alone[all] = rounded(sum < 0 ? 0 : sum, *l->scale);
          } else {
            sums_alone[all] = sum;
          }
        }
      }
    }
  }
  l->instructions = virt_instructions() - before;
  for (i = 0; i < all; ++i) {
    l->wrong += l->scale ? alone[i] != ((const int8_t*)engine)[i]
                         : sums_alone[i] != ((const int32_t*)engine)[i];
  }
}

int main(void) {
  struct picture_random random = {2};
  const int8_t* const from[3]  = {&images[0][0][0][0], &maps[0][0][0][0], &deep[0][0][0][0]};
  void* const to[3]            = {maps, deep, scores};
  uint32_t sum                 = 0;
  int digits[BATCH], i, n, k, l, right = 0, wrong = 0;
  if (weft_open(&w, VIRT_ENGINE, ring, LOG2) != 0) {
    printf("no engine\n");
    return 2;
  }
  if ((w.features & WEFT_ENGINE_ENGINE_CONV) == 0) {
    printf("the engine has no convolution\n");
    return 2;
  }
  weft_allow(&w, 0, 0, ~(uint64_t)0);
  for (i = 0; i < PICTURES; i += BATCH) {
    for (n = 0; n < BATCH; ++n) {
      digits[n] = picture_draw(&random, (int8_t(*)[PICTURE_SIDE])images[n]);
    }
    for (l = 0; l < 3; ++l) {
      run(&layers[l], from[l], to[l], i == 0);
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
    printf("%-18s%16lu%22lu\n", layers[l].name, (unsigned long)(layers[l].cycles / BATCH),
           (unsigned long)(layers[l].instructions / BATCH));
    wrong += layers[l].wrong;
  }
  if (wrong) printf("%d numbers of the engine differ from the processor's\n", wrong);
  return wrong != 0 || right < PICTURES * 97 / 100;
}
