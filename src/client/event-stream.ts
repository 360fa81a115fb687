import { mayBeSignedIn } from "./signed-in-hint.ts";
import { renewedToken } from "./step-up.ts";

/** ms until a stream is requested again, after it was lost and after the server refused it. */
const reconnectDelays = { lost: 3000, refused: 15_000 };

/** The last cookie that an event brought: with the position of the database from which on its change is shown (server/http/read-position.server.ts). */
let lastCookie = "";

/**
 * Opens a stream of server-sent events and calls `onData` with the value of each event. Requests it again after it was lost or refused, but not while
 * nobody is signed in. Returns a function that closes it.
 */
export function openEventStream<T>(address: string, onData: (data: T) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const connectAfter = (delay: number) => {
    timer = setTimeout(() => void connect(), delay);
  };
  async function connect(): Promise<void> {
    await renewedToken();
    if (isClosed) return;
    if (!mayBeSignedIn()) return connectAfter(reconnectDelays.refused);
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener("message", ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId > lastCookie) document.cookie = lastCookie = lastEventId;
      onData(JSON.parse(data) as T);
    });
    opened.addEventListener("error", () => {
      const isRefused = opened.readyState === EventSource.CLOSED;
      // A browser would reconnect to a lost stream even after signing out, and never to a refused one.
      opened.close();
      connectAfter(isRefused ? reconnectDelays.refused : reconnectDelays.lost);
    });
  }
  void connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    source?.close();
  };
}
