/** What benches of editors run in their pages: times from an event of the keyboard or the mouse until its result is painted, and the length of frames. */
import type { Page } from "playwright-core";

/**
 * ms since the event: `changed`, until the page shown in the editor was changed; `painted`, until the frame with the change was painted. `work`: `painted`
 * without the time in which the thread waits for the frame to begin, which is up to 16.7 ms whatever an editor does.
 */
export type Response = { changed: number; painted: number; work: number };

type BenchWindow = Window & { response?: Promise<Response>; frameTimes?: number[]; isNoting?: boolean };

/** Prepares to measure the first change of the document in `frame` (of the page itself without one) after the next event of a type. Runs in the page. */
function awaitChange({ type, frame }: { type: string; frame: string | undefined }): void {
  const root = frame === undefined ? document : document.querySelector<HTMLIFrameElement>(frame)!.contentDocument!;
  (window as BenchWindow).response = new Promise((resolve) => {
    let started: number | undefined;
    // Of a key with a modifier, the last event counts.
    const note = (event: Event) => (started = event.timeStamp);
    addEventListener(type, note, true);
    const observer = new MutationObserver(() => {
      if (started === undefined) return;
      const begin = started;
      observer.disconnect();
      removeEventListener(type, note, true);
      const changedAt = performance.now();
      const changed = changedAt - begin;
      requestAnimationFrame((frameTime) => {
        const frameStart = Math.max(frameTime, changedAt);
        // A message that is sent in a frame arrives when the frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => {
          const now = performance.now();
          resolve({ changed, painted: now - begin, work: changed + now - frameStart });
        });
        port1.start();
        port2.postMessage(undefined);
      });
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** Acts, and measures the time from its first event of `type` until the first change of the document in `frame` is painted. */
export async function responseTo(
  page: Page,
  { type, frame }: { type: "keydown" | "click"; frame: string | undefined },
  act: () => Promise<void>,
): Promise<Response> {
  await page.evaluate(awaitChange, { type, frame });
  await act();
  return page.evaluate(() => (window as BenchWindow).response!);
}

/** Begins to note the ms of every animation frame; runs in the page. */
function noteFrames(): void {
  const state = window as BenchWindow;
  const times: number[] = [];
  state.frameTimes = [];
  state.isNoting = true;
  const note = (time: number) => {
    const before = times.at(-1);
    if (before !== undefined) state.frameTimes!.push(time - before);
    times.push(time);
    if (state.isNoting) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** The ms of each animation frame while `act` runs. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(noteFrames);
  await act();
  return page.evaluate(() => {
    const state = window as BenchWindow;
    state.isNoting = false;
    return state.frameTimes!;
  });
}

/**
 * An editor is open when the elements of these selectors are there, in its page and in the frame of the edited page. `data`: a part of the address
 * of the edited page's data.
 */
export type Opened = { frame: string; tools: string[]; nodes: string; count: number; data: string };

/** ms until the editor is open: from the navigation, and from the last byte of the response with the page's data. */
export type OpenTime = { fromStart: number; fromData: number };

/**
 * Waits until the editor is open, its frame is painted, and its thread has nothing left to do; resolves to the ms until then. Runs in the page.
 */
export function openTime({ frame, tools, nodes, count, data }: Opened): Promise<OpenTime> {
  const isOpen = () => {
    const edited = document.querySelector<HTMLIFrameElement>(frame)?.contentDocument;
    return (
      (edited?.querySelectorAll(nodes).length ?? 0) >= count &&
      tools.every((selector) => document.querySelector(selector) !== null)
    );
  };
  const dataEnd = () =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).findLast(({ name }) =>
      name.includes(data),
    )!.responseEnd;
  return new Promise((resolve) => {
    const check = () => {
      if (!isOpen()) requestAnimationFrame(check);
      else
        requestAnimationFrame(() =>
          setTimeout(() =>
            requestIdleCallback(() => {
              const now = performance.now();
              resolve({ fromStart: now, fromData: now - dataEnd() });
            }),
          ),
        );
    };
    check();
  });
}

/** A page that shows the text of its text box in a paragraph and does nothing else: the least time that a keystroke can take. Runs in the page. */
export function openBarePage(): void {
  document.body.innerHTML = "<textarea></textarea><p></p>";
  const [input, paragraph] = document.body.children as unknown as [HTMLTextAreaElement, HTMLElement];
  input.addEventListener("input", () => (paragraph.textContent = input.value));
  input.focus();
}
