import { useEffect, useState } from "react";

/** Seconds that are left until `deadline` (ms since 1970; 0: none). */
const remainingSeconds = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000));

/** Counts seconds down to 0. `begin(60)` starts or restarts it. */
export function useCountdown(): { seconds: number; begin: (seconds: number) => void } {
  const [deadline, setDeadline] = useState(0);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(remainingSeconds(deadline));
    if (remainingSeconds(deadline) === 0) return undefined;
    // The clock is asked every time: timers of a background tab are throttled.
    const ticking = setInterval(() => {
      setSeconds(remainingSeconds(deadline));
      if (remainingSeconds(deadline) === 0) clearInterval(ticking);
    }, 250);
    return () => clearInterval(ticking);
  }, [deadline]);
  return { seconds, begin: (wait) => setDeadline(Date.now() + wait * 1000) };
}
