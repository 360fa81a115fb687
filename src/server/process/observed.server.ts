/** Marks a promise that is awaited later as handled: an early failure is no unhandled rejection, and still reaches the `await`. */
export function observed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
