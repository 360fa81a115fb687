import { useEffect, useState } from "react";
import { isInInputOrOverlay } from "#ui/command-keys.ts";

/** Elements for which the space bar is a press. */
const pressable = "button, a, [role=treeitem], [role=tab], summary";

/** Keys that are held down outside of inputs: the space bar drags the board, Alt measures distances. */
export type HeldKeys = { isSpaceHeld: boolean; isAltHeld: boolean };

export function useHeldKeys(): HeldKeys {
  const [isSpaceHeld, setSpaceHeld] = useState(false);
  const [isAltHeld, setAltHeld] = useState(false);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (isInInputOrOverlay(event)) return;
      if (event.key === "Alt") setAltHeld(true);
      const isOnControl = event.target instanceof Element && event.target.closest(pressable) !== null;
      if (event.code !== "Space" || isOnControl) return;
      // Otherwise the board would scroll by a page.
      event.preventDefault();
      setSpaceHeld(true);
    }
    function release(event: KeyboardEvent): void {
      if (event.key === "Alt") setAltHeld(false);
      if (event.code === "Space") setSpaceHeld(false);
    }
    function leave(): void {
      setAltHeld(false);
      setSpaceHeld(false);
    }
    addEventListener("keydown", press);
    addEventListener("keyup", release);
    addEventListener("blur", leave);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener("keyup", release);
      removeEventListener("blur", leave);
    };
  }, []);
  return { isSpaceHeld, isAltHeld };
}
