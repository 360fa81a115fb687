import { useEffect, useRef } from "react";
import type { Path } from "react-router";

/** A change of the address within the app. */
export type AddressChange = { current: Path; next: Path };

/** Asks whether the current screen may be left: undefined if nothing speaks against it, else what the person answers. */
export type LeaveGuard = (change: AddressChange) => Promise<boolean> | undefined;

const guards = new Set<LeaveGuard>();

/** The answer of the screen's guard to a change; undefined if nobody has to be asked. */
export const askToLeave: LeaveGuard = (change) => [...guards].at(-1)?.(change);

/** Asks before a change of the address takes the person to another screen. What is opened last asks. */
export function useLeaveGuard(guard: LeaveGuard): void {
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  useEffect(() => {
    const ask: LeaveGuard = (change) => latest.current(change);
    guards.add(ask);
    return () => void guards.delete(ask);
  }, []);
}
