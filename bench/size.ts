/** True in tests/benches.test.ts, which runs every bench in seconds and without limits, to check that it still works. */
export const isMiniature = process.env.BENCH_SIZE === "miniature";

/** The full size, which the limits are meant for, or the size for a miniature. */
export const fullOrMiniature = <T>(full: T, miniature: T): T => (isMiniature ? miniature : full);
