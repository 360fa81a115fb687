import { maxSelected, type PersonOnPage } from "#kit/presence.ts";
import { isSame } from "#kit/same.ts";
import { call } from "#client/call.ts";
import { openEventStream } from "#client/event-stream.ts";
import { randomId } from "#ui/random-id.ts";
import type { DocumentStore } from "#features/builder/document/document-store.ts";
import type { Value } from "#features/builder/document/value.ts";
import type { PageSession } from "./page-session.ts";

/** The minimum interval, in ms, between two messages about what is selected. */
const sendInterval = 400;
/** The delay, in ms, before a message is sent again to a process that did not know this window yet, and how often it is sent again. */
const [retryDelay, maxRetries] = [1000, 3];
/** ms after which a hidden window counts as closed: browsers open only six connections to a server over HTTP/1.1. */
const maxHidden = 20_000;
/** ms without an event after which nobody is shown: the server sends at least one each minute. */
const maxSilence = 90_000;

type PresenceEvent = { rev: number; comments: string; people: PersonOnPage[]; selected?: string[]; isLast: boolean };

/** The parts of an editor that presence reads and writes. `gesture`: the page stays as it is while it is dragged. */
type PresentEditor = {
  pageId: string;
  store: Pick<DocumentStore, "selected">;
  session: Pick<PageSession, "rev" | "pull">;
  gesture: Pick<Value<unknown>, "get" | "subscribe">;
  people: Value<readonly PersonOnPage[]>;
  commentsState: Value<string | undefined>;
};

/** What following a page tells: that what `by` saved was merged, or that it clashes with unsaved edits. */
type OnPulled = (outcome: "merged" | "clash", by: string) => void;

/** Tells the others on a page what is selected here, while there are others. Nothing is sent while a person types: that selects nothing. */
function tellSelection({ pageId, store, people }: PresentEditor, tab: string) {
  /** What the others see selected here; undefined if that is not known. */
  let sent: readonly string[] | undefined = [];
  let lastSendAt = Number.NEGATIVE_INFINITY;
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    const selected = store.selected.get().slice(0, maxSelected);
    if (people.get().length === 0 || isSame(selected, sent)) return;
    sent = selected;
    lastSendAt = performance.now();
    call("POST Api/SitePage/Presence", { pageId, tab, selected }).then(
      ({ isPresent }) => {
        if (isPresent) retries = 0;
        else {
          sent = undefined;
          if ((retries += 1) <= maxRetries) timer ??= setTimeout(send, retryDelay);
        }
      },
      // It is sent again with the next change.
      () => (sent = undefined),
    );
  }
  function schedule(): void {
    timer ??= setTimeout(send, Math.max(0, lastSendAt + sendInterval - performance.now()));
  }
  const unsubscribers = [store.selected.subscribe(schedule), people.subscribe(schedule)];
  return {
    /** The server says what the others see selected here: another selection, if the server has started anew. */
    confirm(selected: readonly string[]): void {
      sent = selected;
      schedule();
    },
    stop() {
      clearTimeout(timer);
      unsubscribers.forEach((unsubscribe) => unsubscribe());
    },
  };
}

/** Merges what others save as soon as it can be merged, but not during a gesture. */
function mergeSaves({ session, gesture }: PresentEditor, onPulled: OnPulled) {
  let newestRev = 0;
  let clashedRev = 0;
  let isPulling = false;
  const isDragging = () => gesture.get() !== undefined;
  async function pull(): Promise<void> {
    if (isPulling || newestRev <= session.rev() || newestRev === clashedRev || isDragging()) return;
    isPulling = true;
    const rev = newestRev;
    // After a failure, the next event or save merges.
    const pulled = await session.pull(() => !isDragging()).catch(() => undefined);
    isPulling = false;
    if (pulled?.outcome === "clash") clashedRev = rev;
    if (pulled !== undefined) onPulled(pulled.outcome, pulled.by);
    if (newestRev !== rev) void pull();
  }
  return {
    saved(rev: number): void {
      newestRev = rev;
      void pull();
    },
    stop: gesture.subscribe(() => void pull()),
  };
}

/**
 * Follows who else has the page open and what they have selected, tells them what is selected here, and merges what they save. Returns a function that
 * ends that: the others see at once that this person has left.
 */
export function followPeople(editor: PresentEditor, onPulled: OnPulled): () => void {
  const { pageId, people, commentsState } = editor;
  const tab = randomId();
  const selection = tellSelection(editor, tab);
  const saves = mergeSaves(editor, onPulled);
  const address = `/api/SitePage/PresenceEvents?${new URLSearchParams({ pageId, tab }).toString()}`;
  let close: (() => void) | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  const show = (present: readonly PersonOnPage[]) => !isSame(present, people.get()) && people.set(present);
  function connect(): void {
    close = openEventStream<PresenceEvent>(address, ({ rev, comments, people: present, selected, isLast }) => {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => show([]), maxSilence);
      show(present);
      commentsState.set(comments);
      if (selected !== undefined) selection.confirm(selected);
      saves.saved(rev);
      if (!isLast) return;
      close?.();
      connect();
    });
  }
  function disconnect(): void {
    clearTimeout(silenceTimer);
    close?.();
    close = undefined;
    show([]);
  }
  function handleVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "hidden") hiddenTimer = setTimeout(disconnect, maxHidden);
    else if (close === undefined) connect();
  }
  document.addEventListener("visibilitychange", handleVisibility);
  connect();
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    clearTimeout(hiddenTimer);
    disconnect();
    selection.stop();
    saves.stop();
  };
}
