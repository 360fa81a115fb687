import { randomId } from "#ui/random-id.ts";
import { openListStream, type RowVersion } from "./list-stream.ts";

/** The name of the lock of the tab that has the stream, and of the channel between tabs. */
const name = "meridian-lists";
/** ms in which tabs say what they show, before the stream is opened again. */
const gatherTime = 250;
/** The lists of one stream, and the characters of their address: servers take 16 KB. Lists beyond have streams of their own. */
const limits = { lists: 16, characters: 8000 };

/** Between tabs: what a tab shows or no longer shows, the question for it, rows of a list, and that the shared stream has no room for a list. */
type Message =
  | { kind: "shows"; tab: string; list: string }
  | { kind: "leaves"; tab: string }
  | { kind: "who" }
  | { kind: "rows"; list: string; rows: RowVersion[] }
  | { kind: "noRoom"; list: string };

type Channel = { say: (message: Message) => void; hear: (listener: (message: Message) => void) => void };

function openChannel(signal: AbortSignal): Channel {
  const channel = new BroadcastChannel(name);
  signal.addEventListener("abort", () => channel.close());
  return {
    // A broadcast channel reaches its own origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    say: (message) => channel.postMessage(message),
    hear: (listener) => channel.addEventListener("message", ({ data }: MessageEvent<Message>) => listener(data)),
  };
}

/** The lists that fit into one address, and those that do not. */
function divide(lists: readonly string[]): { shared: string[]; others: string[] } {
  const shared: string[] = [];
  const others: string[] = [];
  let characters = 0;
  for (const list of lists) {
    characters += encodeURIComponent(list).length;
    (shared.length < limits.lists && characters < limits.characters ? shared : others).push(list);
  }
  return { shared, others };
}

type Own = { list: string; show: (rows: RowVersion[]) => void };

/** Has the stream for the lists of all tabs, until `signal` is aborted. */
function lead({ say, hear }: Channel, own: Own, signal: AbortSignal): Promise<void> {
  const shown = new Map<string, string>();
  const latest = new Map<string, RowVersion[]>();
  let opened = "";
  let close = () => undefined as void;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function receive(list: string, rows: RowVersion[]): void {
    latest.set(list, rows);
    if (list === own.list) own.show(rows);
    say({ kind: "rows", list, rows });
  }
  function open(): void {
    const { shared, others } = divide([...new Set([own.list, ...shown.values()])]);
    for (const list of others) say({ kind: "noRoom", list });
    if (JSON.stringify(shared) === opened) return;
    opened = JSON.stringify(shared);
    close();
    latest.clear();
    close = openListStream(shared, receive);
  }
  const openSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(open, gatherTime);
  };
  hear((message) => {
    if (signal.aborted) return;
    if (message.kind === "leaves" && shown.delete(message.tab)) openSoon();
    if (message.kind !== "shows") return;
    shown.set(message.tab, message.list);
    const rows = latest.get(message.list);
    if (rows === undefined) openSoon();
    else say({ kind: "rows", list: message.list, rows });
  });
  say({ kind: "who" });
  openSoon();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      close();
      resolve();
    });
  });
}

/**
 * Follows a page of a list together with the other tabs of the browser, which has six connections to a server over HTTP/1.1: one tab has the stream
 * for the lists of all and passes on what it hears; when it leaves, the next one takes over. Without web locks (http) each tab has its own stream.
 * Returns a function that stops it.
 */
export function followTogether(list: string, show: (rows: RowVersion[]) => void): () => void {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return openListStream([list], (_list, rows) => show(rows));
  const stopping = new AbortController();
  const { signal } = stopping;
  const tab = randomId();
  const channel = openChannel(signal);
  const { say, hear } = channel;
  let stopAlone: (() => void) | undefined;
  hear((message) => {
    if (message.kind === "who") say({ kind: "shows", tab, list });
    else if (message.kind === "rows" && message.list === list) show(message.rows);
    else if (message.kind === "noRoom" && message.list === list)
      stopAlone ??= openListStream([list], (_list, rows) => show(rows));
  });
  say({ kind: "shows", tab, list });
  locks.request(name, { signal }, () => lead(channel, { list, show }, signal)).catch(() => undefined);
  return () => {
    say({ kind: "leaves", tab });
    stopAlone?.();
    stopping.abort();
  };
}
