import { minutes, seconds } from "#kit/format.ts";
import { type FileKind, type FileValue, largestPart, smallestPart } from "#kit/stored-file.ts";
import { call, CallProblem } from "./call.ts";

export type UploadProgress = {
  /** Bytes that the server has. */
  sent: number;
  /** True while there is no connection; the upload continues when it is back. */
  isWaiting: boolean;
};

type Options = {
  kind: FileKind | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
};

/** How long an upload is retried without any part arriving. */
const maxRetryTime = minutes(10);
/** Target time of one part: short enough for a moving progress bar and little loss on failure, on any network. */
const partTime = seconds(1.5);
const [firstPause, longestPause] = [seconds(1), seconds(15)];
/** How often a complete upload may turn out to be lost. */
const maxRestarts = 2;

/** Waits; ends early when the network is back or the upload is aborted. */
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

/** Statuses of a lost connection: no response, or a proxy that cannot reach its server. */
const lostConnection: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** Statuses that say that the upload is gone, or that the server has another offset. */
const staleOffsetStatuses: ReadonlySet<number> = new Set([404, 409]);

type Recovery = { time: number; isWaiting: boolean; restarts: boolean };

/** What to do after a failure; undefined when the upload cannot continue. */
function recoveryOf(error: unknown, lastPause: number): Recovery | undefined {
  if (!(error instanceof CallProblem)) return undefined;
  const { status, retryAfter } = error;
  if (staleOffsetStatuses.has(status)) return { time: lastPause, isWaiting: false, restarts: true };
  const time = Math.max(seconds(retryAfter ?? 0), Math.min(lastPause * 2, longestPause));
  if (lostConnection.has(status)) return { time, isWaiting: true, restarts: false };
  const isShort = status === 429 && retryAfter !== undefined && seconds(retryAfter) <= longestPause;
  return isShort ? { time, isWaiting: false, restarts: false } : undefined;
}

/** The abort reason of a cancelled upload: the server deletes it at once instead of keeping it to be resumed. */
export const uploadCancelled = new DOMException("The upload was cancelled", "AbortError");

/**
 * Uploads a file in parts. After a lost connection it continues at the server's offset, also when the same file is chosen again later.
 * @throws {CallProblem} when the server refuses it, or no part arrived for ten minutes
 */
export async function uploadFile(file: File, { kind, signal, onProgress }: Options): Promise<FileValue> {
  const fileInfo = { name: file.name, size: file.size, modified: file.lastModified };
  let id: string | undefined;
  /** Bytes that the server has; undefined while that has to be asked. */
  let sent: number | undefined;
  let reported = 0;
  let size = smallestPart;
  let lastPause = firstPause;
  let lastArrival = Date.now();
  let restartCount = 0;

  function show(receivedBytes: number): void {
    reported = receivedBytes;
    onProgress({ sent: receivedBytes, isWaiting: false });
  }

  async function begin(): Promise<{ id: string; sent: number }> {
    if (id !== undefined && sent !== undefined) return { id, sent };
    const input = kind === undefined ? fileInfo : { ...fileInfo, fileType: kind };
    const upload = await call("POST Api/File/Begin", input, { signal });
    ({ id } = upload);
    sent = upload.received;
    show(sent);
    return { id, sent };
  }

  async function sendPart(upload: { id: string; sent: number }): Promise<number> {
    const start = Date.now();
    const part = partOf(upload.id, upload.sent, file.slice(upload.sent, upload.sent + size));
    // Without a response, the server is asked for its offset.
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
    // Ending an upload twice returns the same file, so that a lost response needs only this call to be repeated.
    const { url, name, size: bytes } = await call("POST Api/File/End", { id: upload.id }, { signal });
    return { url, name, size: bytes };
  }

  /** Fire and forget: if the call is lost, the server deletes the upload when it expires. */
  const forget = () => id !== undefined && void call("POST Api/File/Cancel", { id }).catch(() => {});

  /** A complete upload that is lost nevertheless is sent again, a limited number of times. */
  function restart(error: unknown): void {
    if (sent === file.size && ++restartCount > maxRestarts) throw error;
    sent = undefined;
  }

  for (;;)
    try {
      return await sendAll();
    } catch (error) {
      if (signal.reason === uploadCancelled) forget();
      if (signal.aborted) throw error;
      const recovery = recoveryOf(error, lastPause);
      if (recovery === undefined || Date.now() - lastArrival > maxRetryTime) throw error;
      const { time, isWaiting, restarts } = recovery;
      if (restarts) restart(error);
      lastPause = time;
      onProgress({ sent: reported, isWaiting });
      await pause(time, signal);
    }
}
