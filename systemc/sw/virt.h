/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WEFT_SW_VIRT_H
#define WEFT_SW_VIRT_H

/* The platform of `weft vp`, at the addresses of QEMU's machine `virt`: printf() by the UART,
 * exit() by the end-of-test device, the interrupt of the engine through the PLIC. */

#include <stdint.h>

#define VIRT_ENGINE 0x40000000ul
#define VIRT_ENGINE_SOURCE 50u

/* Microseconds since the start, and instructions of the hart. */
uint64_t virt_microseconds(void);
uint64_t virt_instructions(void);

/* Sets the engine's interrupt up; `handler` is called for each. */
void virt_on_engine(void (*handler)(void));

/* Waits until an interrupt comes, at most until it has. `ready` is asked with interrupts off, so
 * none is missed. */
void virt_sleep_until(int (*ready)(void));

#endif
