import { type RefObject, useEffect, useState } from "react";

/** Whether an element has been visible in the viewport since it was mounted. */
export function useWasVisible(ref: RefObject<Element | null>): boolean {
  const [wasVisible, setWasVisible] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || wasVisible) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setWasVisible(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, wasVisible]);
  return wasVisible;
}
