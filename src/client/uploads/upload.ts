import { minutes, seconds } from "#kit/format.ts";
import { type FileKind, type FileValue, maxPartBytes, minPartBytes } from "#kit/stored-file.ts";
import { call, CallProblem } from "#client/call.ts";

export type UploadProgress = {
  /** Bytes that the server has. */
  sent: number;
  /** True while there is no connection; the upload continues when it is back. */
  isWaiting: boolean;
};

type UploadOptions = {
  kind: FileKind | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
};

/** An upload is given up when no part has arrived for this long. */
const maxRetryTime = minutes(10);
/** The target duration of one part: short enough to move the progress bar often and to lose little on a failure. */
const partTime = seconds(1.5);
/** Bounds of the delay before a retry, which doubles with every failure. */
const [minPause, maxPause] = [seconds(1), seconds(15)];
/** How many times a file is sent again that the server lost after its last part. */
const maxRestarts = 2;

/** Waits for `delay` ms; ends early when the network is back or the upload is aborted. */
function waitForRetry(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listeners = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      listeners.abort();
      resolve();
    };
    const timer = setTimeout(finish, delay);
    addEventListener("online", finish, { signal: listeners.signal });
    signal.addEventListener("abort", finish, { signal: listeners.signal });
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
const lostConnectionStatuses: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** Statuses for an upload that the server has deleted (404), or of which it has another offset (409). */
const staleOffsetStatuses: ReadonlySet<number> = new Set([404, 409]);

/** How to continue after a failure: after `delay` ms, from the server's offset; `mustRestart`: the upload may have to begin again. */
type Recovery = { delay: number; isWaiting: boolean; mustRestart: boolean };

/** How to continue after a failure; undefined when the upload cannot continue. */
function recoveryOf(error: unknown, lastPause: number): Recovery | undefined {
  if (!(error instanceof CallProblem)) return undefined;
  const { status, retryAfter } = error;
  if (staleOffsetStatuses.has(status)) return { delay: lastPause, isWaiting: false, mustRestart: true };
  const delay = Math.max(seconds(retryAfter ?? 0), Math.min(lastPause * 2, maxPause));
  if (lostConnectionStatuses.has(status)) return { delay, isWaiting: true, mustRestart: false };
  const isShort = status === 429 && retryAfter !== undefined && seconds(retryAfter) <= maxPause;
  return isShort ? { delay, isWaiting: false, mustRestart: false } : undefined;
}

/** The abort reason of a cancelled upload: the server deletes it at once instead of keeping it to be resumed. */
export const uploadCancelled = new DOMException("The upload was cancelled", "AbortError");

/**
 * Uploads a file in parts. After a lost connection it continues at the server's offset, also when the same file is chosen again later.
 * @throws {CallProblem} when the server refuses it, or no part arrived for ten minutes
 */
export async function uploadFile(file: File, { kind, signal, onProgress }: UploadOptions): Promise<FileValue> {
  const fileInfo = { name: file.name, size: file.size, modified: file.lastModified };
  let id: string | undefined;
  /** Bytes that the server has; undefined when the server has to be asked. */
  let sent: number | undefined;
  let reportedBytes = 0;
  let partSize = minPartBytes;
  let lastPause = minPause;
  let lastArrival = Date.now();
  let restartCount = 0;

  function reportProgress(receivedBytes: number): void {
    reportedBytes = receivedBytes;
    onProgress({ sent: receivedBytes, isWaiting: false });
  }

  async function begin(): Promise<{ id: string; sent: number }> {
    if (id !== undefined && sent !== undefined) return { id, sent };
    const input = kind === undefined ? fileInfo : { ...fileInfo, fileType: kind };
    const upload = await call("POST Api/File/Begin", input, { signal });
    ({ id } = upload);
    sent = upload.received;
    reportProgress(sent);
    return { id, sent };
  }

  async function sendPart(upload: { id: string; sent: number }): Promise<number> {
    const start = Date.now();
    const part = partOf(upload.id, upload.sent, file.slice(upload.sent, upload.sent + partSize));
    // Stays undefined if no response arrives: the offset is then unknown.
    sent = undefined;
    // The call is typed by its fields, not by the multipart form that carries them.
    const { received } = await call("POST Api/File/Part", part as never, { signal });
    lastArrival = Date.now();
    lastPause = minPause;
    const fittingSize = (partSize * partTime) / Math.max(1, lastArrival - start);
    partSize = Math.min(maxPartBytes, Math.max(minPartBytes, Math.min(fittingSize, partSize * 2)));
    reportProgress(received);
    return received;
  }

  async function sendAll(): Promise<FileValue> {
    const upload = await begin();
    while (upload.sent < file.size) sent = upload.sent = await sendPart(upload);
    // The call can be repeated: for a finished upload it returns the same file again.
    const { url, name, size: bytes } = await call("POST Api/File/End", { id: upload.id }, { signal });
    return { url, name, size: bytes };
  }

  /** Does not wait for the response: if the call fails, the server deletes the upload when it expires. */
  const deleteUpload = () => id !== undefined && void call("POST Api/File/Cancel", { id }).catch(() => {});

  /** Makes the next try ask the server for the upload's offset. @throws `error` when the server has lost a completely sent upload too many times */
  function restart(error: unknown): void {
    if (sent === file.size && ++restartCount > maxRestarts) throw error;
    sent = undefined;
  }

  for (;;)
    try {
      return await sendAll();
    } catch (error) {
      if (signal.reason === uploadCancelled) deleteUpload();
      if (signal.aborted) throw error;
      const recovery = recoveryOf(error, lastPause);
      if (recovery === undefined || Date.now() - lastArrival > maxRetryTime) throw error;
      const { delay, isWaiting, mustRestart } = recovery;
      if (mustRestart) restart(error);
      lastPause = delay;
      onProgress({ sent: reportedBytes, isWaiting });
      await waitForRetry(delay, signal);
    }
}
