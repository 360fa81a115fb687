/**
 * Settings of glibc's memory allocator for our processes, as environment variables. Two arenas, and separate mappings for blocks of 64 KB and more,
 * so that memory is returned to the system after a peak such as thirty uploads. By default, small blocks would fragment the heap and prevent that.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};
