/** Marks a promise that is awaited later as handled: if it fails early, that is no unhandled rejection, and the `await` still throws. */
export function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
