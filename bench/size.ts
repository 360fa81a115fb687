/** True in tests/benches.test.ts, which runs every bench in seconds and without limits, to check that it still works. */
export const isMiniature = process.env.BENCH_SIZE === "miniature";

/** The full size, which the limits are meant for, or the size for a miniature. */
export const fullOrMiniature = <T>(full: T, miniature: T): T => (isMiniature ? miniature : full);

/** The length of a load for autocannon: this many seconds; for a miniature, some requests. */
export const loadLength = (seconds: number): { duration: number } | { amount: number } =>
  isMiniature ? { amount: 100 } : { duration: seconds };
