/**
 * Caches a result per object and key, as long as the object lives. For immutable objects, such as definitions, and keys with few distinct values.
 * The cache is a hidden property of the object. In a `WeakMap` that has reached the old generation, values that refer back to their object prevent
 * young-generation collection: objects of single calls would pile up until a full collection.
 */
export function memo<O extends object, K extends [] | [unknown], T>(
  make: (object: O, ...key: K) => T,
): (object: O, ...key: K) => T {
  const slot: unique symbol = Symbol("memo");
  type Holder = { [slot]?: Map<unknown, T> };
  /** For objects that cannot be extended. */
  const valuesOfFrozen = new WeakMap<O, Map<unknown, T>>();

  function valuesOf(object: O): Map<unknown, T> {
    const holder: Holder = object;
    const existing = Object.hasOwn(holder, slot) ? holder[slot] : valuesOfFrozen.get(object);
    if (existing !== undefined) return existing;
    const values = new Map<unknown, T>();
    if (Object.isExtensible(object)) Object.defineProperty(object, slot, { value: values });
    else valuesOfFrozen.set(object, values);
    return values;
  }

  return (object, ...key) => {
    const values = valuesOf(object);
    if (!values.has(key[0])) values.set(key[0], make(object, ...key));
    return values.get(key[0])!;
  };
}

/** The value of a key in a map, computed and stored if the map has none. */
export function getOrCompute<K, V>(
  map: { get: (key: K) => V | undefined; set: (key: K, value: V) => unknown },
  key: K,
  compute: () => V,
): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = compute();
  map.set(key, value);
  return value;
}
