/** Time after which a browser that is never idle, on a slow or busy machine, loads nevertheless, ms. */
const idleTimeout = 2000;
/** Nothing is loaded for this time after a key or a press, ms: a file that is compiled meanwhile would delay the next one. */
const inputPause = 1000;
/** The longest time for which one file delays the next, ms. */
const loadTimeout = 5000;

const waiting: (() => unknown)[] = [];
let isLoading = false;
let lastInput = performance.now();
for (const type of ["keydown", "pointerdown", "wheel"])
  addEventListener(type, () => (lastInput = performance.now()), { capture: true, passive: true });

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));
/** Safari has no `requestIdleCallback`. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: idleTimeout }) : resolve(undefined),
  );

/** Resolves when the browser is idle and nobody has typed or pressed for a moment. */
async function untilQuiet(): Promise<void> {
  await idle();
  const rest = lastInput + inputPause - performance.now();
  if (rest <= 0) return;
  await pause(rest);
  return untilQuiet();
}

/** Loads what waits, one after the other. */
async function loadNext(): Promise<void> {
  const load = waiting.shift();
  isLoading = load !== undefined;
  if (load === undefined) return;
  await untilQuiet();
  await Promise.race([load(), pause(loadTimeout)]);
  return loadNext();
}

/** Loads something while the browser is idle and nobody types, after what waits already. `load` handles its failures. */
export function loadWhenQuiet(load: () => unknown): void {
  waiting.push(load);
  if (!isLoading) void loadNext();
}
