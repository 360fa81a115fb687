import { useEffect, useState } from "react";

/** Seconds until `deadline`, in ms since 1970; 0 if it has passed. */
const remainingSeconds = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000));

/** Counts seconds down to 0. `begin(60)` starts or restarts it. */
export function useCountdown(): { seconds: number; begin: (seconds: number) => void } {
  const [deadline, setDeadline] = useState(0);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(remainingSeconds(deadline));
    if (remainingSeconds(deadline) === 0) return undefined;
    // Reads the clock on every tick, because browsers throttle the timers of background tabs.
    const timer = setInterval(() => {
      setSeconds(remainingSeconds(deadline));
      if (remainingSeconds(deadline) === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [deadline]);
  return { seconds, begin: (wait) => setDeadline(Date.now() + wait * 1000) };
}
