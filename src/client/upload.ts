import { minutes, seconds } from "#kit/format.ts";
import { type FileKind, type FileValue, largestPart, smallestPart } from "#kit/stored-file.ts";
import { call, CallProblem, mayHaveSucceeded } from "./call.ts";

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

/** What time mends, or the question where to go on: the upload is gone, or stands at another place than was thought. */
function pauseAfter(error: unknown, lastPause: number): number | undefined {
  if (mayHaveSucceeded(error) || (error instanceof CallProblem && error.status === 429)) {
    const asked = error instanceof CallProblem ? seconds(error.retryAfter ?? 0) : 0;
    return Math.max(asked, Math.min(lastPause * 2, longestPause));
  }
  return error instanceof CallProblem && (error.status === 404 || error.status === 409) ? lastPause : undefined;
}

/**
 * Uploads a file in parts. After a lost connection it goes on where the server stands, and so does the same file when it is chosen once more.
 * @throws {CallProblem} when the server refuses it, or no part arrived for ten minutes
 */
export async function uploadFile(file: File, { kind, signal, onProgress }: Options): Promise<FileValue> {
  const about = { name: file.name, size: file.size, modified: file.lastModified };
  let id: string | undefined;
  let sent = 0;
  let size = smallestPart;
  let lastPause = firstPause;
  let lastArrival = Date.now();

  async function sendAll(): Promise<FileValue> {
    const upload = await call("POST Api/File/Begin", kind === undefined ? about : { ...about, fileType: kind }, {
      signal,
    });
    ({ id } = upload);
    sent = upload.received;
    onProgress({ sent, isWaiting: false });
    while (sent < file.size) {
      const start = Date.now();
      const part = partOf(id, sent, file.slice(sent, sent + size));
      ({ received: sent } = await call("POST Api/File/Part", part as never, { signal }));
      lastArrival = Date.now();
      lastPause = firstPause;
      const fitting = (size * partTime) / Math.max(1, lastArrival - start);
      size = Math.min(largestPart, Math.max(smallestPart, Math.min(fitting, size * 2)));
      onProgress({ sent, isWaiting: false });
    }
    const { url, name, size: bytes } = await call("POST Api/File/End", { id }, { signal });
    return { url, name, size: bytes };
  }

  /** Nobody waits for it: what is not said now, time says. */
  const forget = () => id !== undefined && void call("POST Api/File/Cancel", { id }).catch(() => {});

  for (;;)
    try {
      return await sendAll();
    } catch (error) {
      if (signal.aborted) {
        forget();
        throw error;
      }
      const next = pauseAfter(error, lastPause);
      if (next === undefined || Date.now() - lastArrival > patience) throw error;
      lastPause = next;
      onProgress({ sent, isWaiting: true });
      await pause(next, signal);
    }
}
