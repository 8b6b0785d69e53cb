/* SPDX-License-Identifier: Apache-2.0 */
/* A convolution of 3 x 3 in INT8, by the engine and by the processor; and copies: the inner part of
 * a picture, and its channels one after the other. */

#include <stdio.h>
#include <string.h>

#include "systemc/sw/virt.h"
#include "systemc/sw/weft.h"

enum { H = 9, W = 11, CIN = 6, N = 10, R = 3, LOG2 = 2 };

static _Alignas(128) unsigned char ring[WEFT_RING_BYTES(LOG2)];
static int8_t picture[H][W][CIN], weights[R][R][CIN][N], channels[CIN][H][W],
    inner[H - 2][W - 2][CIN];
static int32_t maps[H * W][N], wanted[H * W][N];
static struct weft w;

/* The product of the picture and the weights, pixel by pixel. */
static void convolve(const struct weft_window* v, int out_h) {
  int y, x, n, r, s, c;
  for (y = 0; y < out_h; ++y) {
    for (x = 0; x < v->out_w; ++x) {
      for (n = 0; n < N; ++n) {
        int32_t sum = 0;
        for (r = 0; r < R; ++r) {
          for (s = 0; s < R; ++s) {
            const int from_y = y * v->stride + r * v->dilation - v->pad_top;
            const int from_x = x * v->stride + s * v->dilation - v->pad_left;
            const int there  = from_y >= 0 && from_y < H && from_x >= 0 && from_x < W;
            for (c = 0; c < CIN; ++c) {
              sum += (there ? picture[from_y][from_x][c] : v->pad) * weights[r][s][c][n];
            }
          }
        }
        wanted[y * v->out_w + x][n] = sum;
      }
    }
  }
}

static int layer(const char* name, const struct weft_window* v, int out_h) {
  const uint64_t before = virt_instructions();
  uint64_t instructions;
  int bad, i, count = 0, m = out_h * v->out_w;
  convolve(v, out_h);
  instructions = virt_instructions() - before;
  memset(maps, 0, sizeof maps);
  bad = weft_conv(&w, WEFT_ENGINE_CAPABILITY_INT8, v, (uint32_t)out_h, N, picture, W * CIN, weights,
                  N, NULL, 0, maps, N);
  for (i = 0; i < m * N; ++i) count += maps[i / N][i % N] != wanted[i / N][i % N];
  printf("%-24s %d of %d wrong, %lu cycles; the processor: %lu instructions\n", name, count, m * N,
         (unsigned long)weft_time(&w, (int64_t)w.submitted - 1), (unsigned long)instructions);
  return bad != 0 || count != 0;
}

static int copied(const char* name, int bad, int count, int of) {
  printf("%-24s %d of %d wrong, %lu cycles\n", name, count, of,
         (unsigned long)weft_time(&w, (int64_t)w.submitted - 1));
  return bad != 0 || count != 0;
}

int main(void) {
  const struct weft_window same = {H, W, CIN, W, R, R, 1, 1, 1, 1, 0};
  const struct weft_window half = {H, W, CIN, 6, R, R, 2, 1, 1, 1, 5};
  const struct weft_window wide = {H, W, CIN, W, R, R, 1, 3, 3, 3, -7};
  const struct weft_planes all  = {&picture[0][0][0], CIN, W * CIN};
  const struct weft_planes part = {&picture[1][1][0], W * CIN, 0};
  const struct weft_planes to   = {inner, (W - 2) * CIN, 0};
  int y, x, c, n, code, count, bad = 0;
  if (weft_open(&w, VIRT_ENGINE, ring, LOG2) != 0) {
    printf("no engine\n");
    return 2;
  }
  if (~w.features & (WEFT_ENGINE_ENGINE_CONV | WEFT_ENGINE_ENGINE_COPY)) {
    printf("the engine has no convolution, or no copies\n");
    return 2;
  }
  weft_allow(&w, 0, 0, ~(uint64_t)0);
  for (y = 0; y < H; ++y) {
    for (x = 0; x < W; ++x) {
      for (c = 0; c < CIN; ++c) picture[y][x][c] = (int8_t)(y * 31 - x * 17 + c * 5);
    }
  }
  for (y = 0; y < R * R * CIN; ++y) {
    for (n = 0; n < N; ++n) (&weights[0][0][0][0])[y * N + n] = (int8_t)(y * 13 + n * 29);
  }
  bad |= layer("3 x 3", &same, H);
  bad |= layer("stride 2, padding of 5", &half, 5);
  bad |= layer("dilation 3, padding -7", &wide, H);

  code = weft_copy(&w, 1, H - 2, (W - 2) * CIN, &part, &to);
  for (count = 0, y = 0; y < H - 2; ++y) {
    count += memcmp(inner[y], picture[y + 1][1], sizeof inner[y]) != 0;
  }
  bad |= copied("rows of the inner part", code, count, H - 2);

  /* A plane is a row of pixels; of each pixel one byte. */
  for (count = 0, code = 0, c = 0; c < CIN; ++c) {
    const struct weft_planes from = {(const int8_t*)all.at + c, all.row, all.plane};
    const struct weft_planes into = {channels[c], 1, W};
    code |= weft_copy(&w, H, W, 1, &from, &into);
    for (y = 0; y < H * W; ++y) count += channels[c][y / W][y % W] != picture[y / W][y % W][c];
  }
  bad |= copied("channels apart", code, count, H * W * CIN);
  return bad;
}
