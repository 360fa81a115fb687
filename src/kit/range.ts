import { nullable, refine, tuple, type ZodMiniType } from "zod/mini";

/** A range by its two ends, both of which belong to it; one of them may be open. It does not end before it begins. */
export const rangeCheck = <T extends string | number>(end: ZodMiniType<T>) =>
  tuple([nullable(end), nullable(end)]).check(
    refine(([from, to]) => (from === null ? to !== null : to === null || from <= to)),
  );
