/* SPDX-License-Identifier: Apache-2.0 */

#include "systemc/sw/virt.h"

#include <stdio.h>
#include <stdlib.h>

#define UART 0x10000000ul
#define PLIC 0x0c000000ul
#define CLINT 0x02000000ul
#define FINISHER 0x00100000ul
#define EXTERNAL (1ul << 11) /* of mie and mip */

static volatile uint32_t* at(uintptr_t address) { return (volatile uint32_t*)address; }

static int put(char c, FILE* file) {
  (void)file;
  *(volatile unsigned char*)UART = (unsigned char)c;
  return c;
}
static FILE uart   = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE* const stdout = &uart;
FILE* const stderr = &uart;

void _exit(int code) {
  *at(FINISHER) = code == 0 ? 0x5555u : 0x3333u | (uint32_t)code << 16;
  for (;;) {
  }
}

uint64_t virt_microseconds(void) { return *(volatile uint64_t*)(CLINT + 0xbff8) / 10; }
uint64_t virt_instructions(void) {
  uint64_t n;
  __asm__ volatile("csrr %0, minstret" : "=r"(n));
  return n;
}

static void (*on_engine)(void);

__attribute__((interrupt("machine"), aligned(4))) static void trap(void) {
  uint64_t cause;
  __asm__ volatile("csrr %0, mcause" : "=r"(cause));
  if (cause != (1ul << 63 | 11)) {
    uint64_t pc;
    __asm__ volatile("csrr %0, mepc" : "=r"(pc));
    printf("trap %lu at 0x%lx\n", (unsigned long)cause, (unsigned long)pc);
    _exit(1);
  }
  const uint32_t source = *at(PLIC + 0x200004);
  if (source == VIRT_ENGINE_SOURCE) on_engine();
  *at(PLIC + 0x200004) = source;
}

void virt_on_engine(void (*handler)(void)) {
  on_engine                          = handler;
  *at(PLIC + 4 * VIRT_ENGINE_SOURCE) = 1;
  *at(PLIC + 0x2000 + VIRT_ENGINE_SOURCE / 32 * 4) |= 1u << VIRT_ENGINE_SOURCE % 32;
  *at(PLIC + 0x200000) = 0;
  __asm__ volatile("csrw mtvec, %0" ::"r"(trap));
  __asm__ volatile("csrs mie, %0" ::"r"(EXTERNAL));
  __asm__ volatile("csrsi mstatus, 8");
}

void virt_sleep_until(int (*ready)(void)) {
  for (;;) {
    __asm__ volatile("csrci mstatus, 8" ::: "memory");
    const int is = ready();
    if (!is) __asm__ volatile("wfi");
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
    if (is) return;
  }
}
