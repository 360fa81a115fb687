/**
 * How glibc hands out memory to a process of ours: its environment, read at its start and by no other library. Two arenas, and pieces of 64 KB
 * and more from the machine itself, each by itself. What thirty uploads needed goes back when they are over; a heap that grows to the largest
 * piece so far, and is cut into by the small ones between, keeps it.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};
