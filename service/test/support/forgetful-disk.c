/*
 * Imitates a disk that loses everything that was not synced. Preloaded into a process, it keeps a copy of each file of
 * $DISK_WATCHED in $DISK_KEPT, as of the file's last sync: what at least remains after a loss of power.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads through the existing descriptor: closing another one of the same file would release SQLite's locks. */
static void keep(int fd) {
  const char *watched = getenv("DISK_WATCHED"), *kept = getenv("DISK_KEPT");
  char link[64], path[PATH_MAX], to[PATH_MAX * 2], fresh[PATH_MAX * 2 + 8], block[1 << 16];
  struct stat about;
  if (!watched || !kept || fstat(fd, &about) || !S_ISREG(about.st_mode)) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  size_t folder = strlen(watched);
  if (strncmp(path, watched, folder) || path[folder] != '/') return;
  snprintf(to, sizeof to, "%s%s", kept, path + folder);
  snprintf(fresh, sizeof fresh, "%s.fresh", to);
  FILE *copy = fopen(fresh, "w");
  if (!copy) abort();
  off_t at = 0;
  for (ssize_t got; (got = pread(fd, block, sizeof block, at)) > 0; at += got)
    if (fwrite(block, 1, got, copy) != (size_t)got) abort();
  if (fclose(copy) || rename(fresh, to)) abort();
}

static int sync_and_keep(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}
int fsync(int fd) { return sync_and_keep("fsync", fd); }
int fdatasync(int fd) { return sync_and_keep("fdatasync", fd); }
