import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The time at which the page was last printed, as an ISO instant; undefined before. */
export function usePrintTime(): string | undefined {
  const [printTime, setPrintTime] = useState<string>();
  useEffect(() => {
    // Rendered at once, because the browser prints right after the event.
    const updatePrintTime = () => flushSync(() => setPrintTime(new Date().toISOString()));
    addEventListener("beforeprint", updatePrintTime);
    return () => removeEventListener("beforeprint", updatePrintTime);
  }, []);
  return printTime;
}
