import { mayBeSignedIn } from "./signed-in-hint.ts";
import { renewedToken } from "./step-up.ts";

/** ms until a stream is requested again, after it was lost and after the server refused it. */
const reconnectDelays = { lost: 3000, refused: 15_000 };

/**
 * Remembers the position of the database at which this browser was told of a change, so that what it asks for next shows that change, whichever process and
 * replica answers (server/http/read-position.server.ts). `position` is empty without replicas.
 */
function rememberPosition(position: string): void {
  const current = /(?:^|; )read_after=([0-9a-f]{16})/.exec(document.cookie)?.[1] ?? "";
  if (!/^[0-9a-f]{16}$/.test(position) || position <= current) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `read_after=${position}; path=/; max-age=600; samesite=lax${secure}`;
}

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
      rememberPosition(lastEventId);
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
