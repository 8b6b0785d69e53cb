/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WEFT_SW_PICTURES_H
#define WEFT_SW_PICTURES_H

/* Pictures of digits, 16 x 16 pixels of 0 to 127, drawn in integers: 5 x 7 dots, scaled, turned,
 * sheared, shifted, with noise. scripts/train_digits draws the same. */

#include <stdint.h>

enum { PICTURE_SIDE = 16 };

/* A sequence of pictures; start with a seed. */
struct picture_random {
  uint64_t state;
};

/* Draws the next picture and returns its digit. */
int picture_draw(struct picture_random* random, int8_t picture[PICTURE_SIDE][PICTURE_SIDE]);

#endif
