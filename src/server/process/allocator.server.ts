/**
 * Settings of glibc's memory allocator for our processes, as environment variables. Two arenas, and separate mappings for blocks of 64 KB and more,
 * so that the memory of thirty uploads is returned to the system afterwards; a heap that grows to its peak and is fragmented by small blocks would
 * keep it.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};
