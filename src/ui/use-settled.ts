import { useEffect, useState } from "react";
import { seconds } from "#kit/format.ts";

/** Time from the last change until a value counts as settled, ms. */
const settleTime = seconds(0.4);

/** The value as it was before the last changes, until there have been none for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleTime);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
