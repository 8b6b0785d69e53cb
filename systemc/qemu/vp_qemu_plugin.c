/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later */
/*
 * The stores of a guest of QEMU into a page of registers, told to a process outside: a plugin of
 * TCG, interface version 1.
 *
 *     -plugin vp_qemu_plugin.so,base=0x40000000,bytes=4096,socket=PATH
 *
 * The page is memory that QEMU and the process share, so a load needs nothing from here and can
 * have no side effect. A store is in the page when this is called: the message is { offset, bytes
 * }, two words of 32 bits, and the guest goes on when one byte comes back. The guest has no MMU:
 * virtual addresses are physical ones.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The functions of the interface that are used, by the names and types under which QEMU exports
 * them. Structures are only pointed to. */
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t plugin_id;
typedef uint32_t access_info;
typedef void translated_fn(plugin_id id, struct qemu_plugin_tb* block);
typedef void accessed_fn(unsigned cpu, access_info info, uint64_t address, void* data);
enum { NoRegisters = 0, Writes = 2 }; /* what the callback reads of the CPU; which accesses */
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, translated_fn* call);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* block);
extern struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb* block,
                                                        size_t i);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn* insn, accessed_fn* call,
                                             int registers, int accesses, void* data);
extern unsigned qemu_plugin_mem_size_shift(access_info info);
extern bool qemu_plugin_mem_is_store(access_info info);

#define EXPORT __attribute__((visibility("default")))
EXPORT extern const int qemu_plugin_version;
const int qemu_plugin_version = 1;

static uint64_t base, page_bytes = 4096;
static int device = -1;

/* QEMU 7.2 calls for loads, too. */
static void accessed(unsigned cpu, access_info info, uint64_t address, void* data) {
  const uint32_t store[2] = {(uint32_t)(address - base), 1u << qemu_plugin_mem_size_shift(info)};
  char done;
  (void)cpu, (void)data;
  if (address - base >= page_bytes || !qemu_plugin_mem_is_store(info)) return;
  if (write(device, store, sizeof store) != (ssize_t)sizeof store || read(device, &done, 1) != 1) {
    fputs("vp_qemu_plugin: the device is gone\n", stderr);
    exit(1);
  }
}

static void translated(plugin_id id, struct qemu_plugin_tb* block) {
  size_t i;
  (void)id;
  for (i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(block, i), accessed, NoRegisters,
                                     Writes, NULL);
  }
}

EXPORT int qemu_plugin_install(plugin_id id, const void* info, int argc, char** argv);
int qemu_plugin_install(plugin_id id, const void* info, int argc, char** argv) {
  struct sockaddr_un peer = {.sun_family = AF_UNIX};
  int i;
  (void)info;
  for (i = 0; i < argc; ++i) {
    const char* value = strchr(argv[i], '=');
    if (value++ == NULL) continue;
    if (strncmp(argv[i], "base=", 5) == 0) base = strtoull(value, NULL, 0);
    if (strncmp(argv[i], "bytes=", 6) == 0) page_bytes = strtoull(value, NULL, 0);
    if (strncmp(argv[i], "socket=", 7) == 0) {
      strncpy(peer.sun_path, value, sizeof peer.sun_path - 1);
    }
  }
  device = socket(AF_UNIX, SOCK_STREAM, 0);
  if (device < 0 || connect(device, (const struct sockaddr*)&peer, sizeof peer) != 0) {
    fprintf(stderr, "vp_qemu_plugin: %s: %s\n", peer.sun_path, strerror(errno));
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  return 0;
}
