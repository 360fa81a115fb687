import { randomId } from "#ui/random-id.ts";
import { openListStream, type RowVersion } from "./list-stream.ts";

/** The name of the broadcast channel between tabs, and of the lock that the tab with the stream holds. */
const channelName = "meridian-lists";
/** The delay, in ms, before the stream is opened with other lists: more tabs may announce theirs. */
const reopenDelay = 250;
/**
 * The maximum number of lists in a shared stream, as in streams/list-changes.server.ts, and of characters in its address: servers accept 16 KB.
 * Further lists get their own streams.
 */
const limits = { lists: 16, characters: 8000 };

/**
 * The messages between tabs. `shows`: a tab shows this list. `leaves`: a tab no longer follows its list. `who`: asks all tabs for `shows`. `rows`:
 * the rows of a list have changed. `noRoom`: the shared stream has no room for this list.
 */
type Message =
  | { kind: "shows"; tab: string; list: string }
  | { kind: "leaves"; tab: string }
  | { kind: "who" }
  | { kind: "rows"; list: string; rows: RowVersion[] }
  | { kind: "noRoom"; list: string };

type Channel = { send: (message: Message) => void; listen: (listener: (message: Message) => void) => void };

function openChannel(signal: AbortSignal): Channel {
  const channel = new BroadcastChannel(channelName);
  signal.addEventListener("abort", () => channel.close());
  return {
    // A broadcast channel reaches its own origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    send: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener("message", ({ data }: MessageEvent<Message>) => listener(data)),
  };
}

/** Splits lists into those that fit into the address of the shared stream, and the others. */
function splitLists(lists: readonly string[]): { shared: string[]; others: string[] } {
  const shared: string[] = [];
  const others: string[] = [];
  let characters = 0;
  for (const list of lists) {
    characters += encodeURIComponent(list).length;
    (shared.length < limits.lists && characters < limits.characters ? shared : others).push(list);
  }
  return { shared, others };
}

/** The list of this tab, and the callback for its rows. */
type TabList = { list: string; onRows: (rows: RowVersion[]) => void };

/** Opens the stream for the lists of all tabs and sends them their rows. Resolves once `signal` is aborted: until then the tab holds the lock. */
function runSharedStream({ send, listen }: Channel, tabList: TabList, signal: AbortSignal): Promise<void> {
  const listsByTab = new Map<string, string>();
  const latestRows = new Map<string, RowVersion[]>();
  let openedLists = "";
  let close = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function receive(list: string, rows: RowVersion[]): void {
    latestRows.set(list, rows);
    if (list === tabList.list) tabList.onRows(rows);
    send({ kind: "rows", list, rows });
  }
  function open(): void {
    const { shared, others } = splitLists([...new Set([tabList.list, ...listsByTab.values()])]);
    for (const list of others) send({ kind: "noRoom", list });
    if (JSON.stringify(shared) === openedLists) return;
    openedLists = JSON.stringify(shared);
    close();
    latestRows.clear();
    close = openListStream(shared, receive);
  }
  const openSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(open, reopenDelay);
  };
  listen((message) => {
    if (signal.aborted) return;
    if (message.kind === "leaves" && listsByTab.delete(message.tab)) openSoon();
    if (message.kind !== "shows") return;
    listsByTab.set(message.tab, message.list);
    const rows = latestRows.get(message.list);
    if (rows === undefined) openSoon();
    else send({ kind: "rows", list: message.list, rows });
  });
  send({ kind: "who" });
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
 * Follows a list page, given as JSON, together with the other tabs of the browser, because browsers open only six connections to a server over
 * HTTP/1.1. One tab opens a stream for the lists of all tabs and sends them their rows; when that tab closes, another one takes over. Without web
 * locks, which need HTTPS, each tab opens its own stream. Returns a function that stops it.
 */
export function followInSharedStream(list: string, onRows: (rows: RowVersion[]) => void): () => void {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return openListStream([list], (_list, rows) => onRows(rows));
  const controller = new AbortController();
  const { signal } = controller;
  const tab = randomId();
  const channel = openChannel(signal);
  const { send, listen } = channel;
  let stopOwnStream: (() => void) | undefined;
  listen((message) => {
    if (message.kind === "who") send({ kind: "shows", tab, list });
    else if (message.kind === "rows" && message.list === list) onRows(message.rows);
    else if (message.kind === "noRoom" && message.list === list)
      stopOwnStream ??= openListStream([list], (_list, rows) => onRows(rows));
  });
  send({ kind: "shows", tab, list });
  locks
    .request(channelName, { signal }, () => runSharedStream(channel, { list, onRows }, signal))
    .catch(() => undefined);
  return () => {
    send({ kind: "leaves", tab });
    stopOwnStream?.();
    controller.abort();
  };
}
