/** True in `npm test`, where every bench runs in seconds and without limits, so that none stops working unseen (tests/benches.test.ts). */
export const isMiniature = process.env.BENCH_SIZE === "miniature";

/** The size that the limits are meant for, or the one for a miniature. */
export const sized = <T>(full: T, miniature: T): T => (isMiniature ? miniature : full);
