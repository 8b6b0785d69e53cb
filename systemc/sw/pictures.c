/* SPDX-License-Identifier: Apache-2.0 */

#include "systemc/sw/pictures.h"

/* Rows of the digits 0 to 9, top row first, the leftmost dot in bit 4. */
static const uint8_t glyphs[10][7] = {{14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},
                                      {14, 17, 1, 2, 4, 8, 31},     {31, 2, 4, 2, 1, 17, 14},
                                      {2, 6, 10, 18, 31, 2, 2},     {31, 16, 30, 1, 1, 17, 14},
                                      {6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},
                                      {14, 17, 17, 14, 17, 17, 14}, {14, 17, 17, 15, 1, 2, 12}};

static uint32_t bits(struct picture_random* r) {
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(r->state >> 33);
}
static int between(struct picture_random* r, int low, int high) {
  return low + (int)(bits(r) % (uint32_t)(high - low + 1));
}
static int dot(int digit, int row, int col) {
  if (row < 0 || row > 6 || col < 0 || col > 4) return 0;
  return glyphs[digit][row] >> (4 - col) & 1;
}

/* Numbers have eight bits behind the point; >> of a negative one rounds down. */
int picture_draw(struct picture_random* r, int8_t picture[PICTURE_SIDE][PICTURE_SIDE]) {
  const int digit  = between(r, 0, 9);
  const int across = between(r, 116, 197), down = between(r, 128, 197);
  const int turn = between(r, -64, 64), shear = between(r, -64, 64);
  const int left = between(r, 1536, 2304), top = between(r, 1613, 2227);
  const int light = between(r, 154, 256);
  int x, y;
  for (y = 0; y < PICTURE_SIDE; ++y) {
    for (x = 0; x < PICTURE_SIDE; ++x) {
      const int u = x * 256 - left, v = y * 256 - top;
      const int a   = ((u + (turn * v >> 8)) * across >> 8) + (shear * v >> 8) + 512;
      const int b   = ((v - (turn * u >> 8)) * down >> 8) + 768;
      const int col = a >> 8, row = b >> 8, right = a & 255, low = b & 255;
      const int over = dot(digit, row, col) * (256 - right) + dot(digit, row, col + 1) * right;
      const int under =
          dot(digit, row + 1, col) * (256 - right) + dot(digit, row + 1, col + 1) * right;
      const int ink        = (over * (256 - low) + under * low) >> 8;
      const uint32_t noise = bits(r);
      const int grain      = (int)(noise & 31) + (int)(noise >> 5 & 31) + (int)(noise >> 10 & 31) +
                        (int)(noise >> 15 & 31) - 62;
      const int pixel = (ink * light * 127 >> 16) + grain;
      picture[y][x]   = (int8_t)(pixel < 0 ? 0 : pixel > 127 ? 127 : pixel);
    }
  }
  return digit;
}
