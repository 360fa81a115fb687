import { minutes, seconds } from "#kit/format.ts";
import { type FileKind, type FileValue, largestPart, smallestPart } from "#kit/stored-file.ts";
import { call, CallProblem } from "./call.ts";

export type UploadProgress = {
  /** Bytes that the server has. */
  sent: number;
  /** No answer comes: it goes on when one does. */
  isWaiting: boolean;
};

type Options = {
  kind: FileKind | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
};

/** For how long an upload tries to go on without one part arriving. */
const patience = minutes(10);
/** A part takes about as long, on whatever network: often enough to see it move, and little is lost with one. */
const partTime = seconds(1.5);
const [firstPause, longestPause] = [seconds(1), seconds(15)];
/** How often a whole upload may turn out to be gone. */
const maxWholeRefusals = 2;

/** Waits, but not for a network that has come back meanwhile, nor for what was given up. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = () => {
      clearTimeout(timer);
      listening.abort();
      resolve();
    };
    const timer = setTimeout(end, time);
    addEventListener("online", end, { signal: listening.signal });
    signal.addEventListener("abort", end, { signal: listening.signal });
  });
}

const partOf = (id: string, offset: number, bytes: Blob): FormData => {
  const form = new FormData();
  form.append("id", id);
  form.append("offset", String(offset));
  form.append("file", bytes, "part");
  return form;
};

/** No answer, or that of a proxy whose server is away. */
const lostConnection: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** The upload is gone, or stands at another place than was thought. */
const lostPlace: ReadonlySet<number> = new Set([404, 409]);

type Mend = { time: number; isWaiting: boolean; beginsAnew: boolean };

/** How it goes on after a failure; undefined when it does not. */
function mendOf(error: unknown, lastPause: number): Mend | undefined {
  if (!(error instanceof CallProblem)) return undefined;
  const { status, retryAfter } = error;
  if (lostPlace.has(status)) return { time: lastPause, isWaiting: false, beginsAnew: true };
  const time = Math.max(seconds(retryAfter ?? 0), Math.min(lastPause * 2, longestPause));
  if (lostConnection.has(status)) return { time, isWaiting: true, beginsAnew: false };
  const isShort = status === 429 && retryAfter !== undefined && seconds(retryAfter) <= longestPause;
  return isShort ? { time, isWaiting: false, beginsAnew: false } : undefined;
}

/** The reason to abort an upload that is given up: the server forgets it at once, instead of waiting for the same file to be chosen again. */
export const givenUp = new DOMException("The upload was given up", "AbortError");

/**
 * Uploads a file in parts. After a lost connection it goes on where the server stands, and so does the same file when it is chosen once more.
 * @throws {CallProblem} when the server refuses it, or no part arrived for ten minutes
 */
export async function uploadFile(file: File, { kind, signal, onProgress }: Options): Promise<FileValue> {
  const about = { name: file.name, size: file.size, modified: file.lastModified };
  let id: string | undefined;
  /** Bytes that the server has; undefined while that has to be asked. */
  let sent: number | undefined;
  let shown = 0;
  let size = smallestPart;
  let lastPause = firstPause;
  let lastArrival = Date.now();
  let wholeRefusals = 0;

  function show(received: number): void {
    shown = received;
    onProgress({ sent: received, isWaiting: false });
  }

  async function begin(): Promise<{ id: string; sent: number }> {
    if (id !== undefined && sent !== undefined) return { id, sent };
    const input = kind === undefined ? about : { ...about, fileType: kind };
    const upload = await call("POST Api/File/Begin", input, { signal });
    ({ id } = upload);
    sent = upload.received;
    show(sent);
    return { id, sent };
  }

  async function sendPart(upload: { id: string; sent: number }): Promise<number> {
    const start = Date.now();
    const part = partOf(upload.id, upload.sent, file.slice(upload.sent, upload.sent + size));
    // When no answer comes, where it stands is asked.
    sent = undefined;
    const { received } = await call("POST Api/File/Part", part as never, { signal });
    lastArrival = Date.now();
    lastPause = firstPause;
    const fitting = (size * partTime) / Math.max(1, lastArrival - start);
    size = Math.min(largestPart, Math.max(smallestPart, Math.min(fitting, size * 2)));
    show(received);
    return received;
  }

  async function sendAll(): Promise<FileValue> {
    const upload = await begin();
    while (upload.sent < file.size) sent = upload.sent = await sendPart(upload);
    // Asking twice for the end gives the same file: when its answer is lost, only it is asked again.
    const { url, name, size: bytes } = await call("POST Api/File/End", { id: upload.id }, { signal });
    return { url, name, size: bytes };
  }

  /** Nobody waits for it: what is not said now, time says. */
  const forget = () => id !== undefined && void call("POST Api/File/Cancel", { id }).catch(() => {});

  /** What was whole and is gone all the same is sent again, not for ever. */
  function losePlace(error: unknown): void {
    if (sent === file.size && ++wholeRefusals > maxWholeRefusals) throw error;
    sent = undefined;
  }

  for (;;)
    try {
      return await sendAll();
    } catch (error) {
      if (signal.reason === givenUp) forget();
      if (signal.aborted) throw error;
      const mend = mendOf(error, lastPause);
      if (mend === undefined || Date.now() - lastArrival > patience) throw error;
      const { time, isWaiting, beginsAnew } = mend;
      if (beginsAnew) losePlace(error);
      lastPause = time;
      onProgress({ sent: shown, isWaiting });
      await pause(time, signal);
    }
}
