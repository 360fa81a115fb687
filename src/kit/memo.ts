/**
 * Makes a value once for each object and key, and keeps it as long as the object lives. For objects that do not change, definitions
 * above all, and for keys that there are few of.
 */
export function memo<O extends object, K extends [] | [unknown], T>(
  make: (object: O, ...key: K) => T,
): (object: O, ...key: K) => T {
  const cache = new WeakMap<O, Map<unknown, T>>();
  return (object, ...key) => {
    const values = cache.get(object) ?? new Map<unknown, T>();
    cache.set(object, values);
    if (!values.has(key[0])) values.set(key[0], make(object, ...key));
    return values.get(key[0])!;
  };
}
