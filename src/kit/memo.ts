/**
 * Makes a value once for each object and key, and keeps it as long as the object lives. For objects that do not change, definitions
 * above all, and for keys that there are few of.
 *
 * The values lie in the object itself, where nothing but this finds them. In a `WeakMap`, which has lived long, values that lead back to their
 * object keep it from being collected with the young: objects of one call would pile up until everything is looked through.
 */
export function memo<O extends object, K extends [] | [unknown], T>(
  make: (object: O, ...key: K) => T,
): (object: O, ...key: K) => T {
  const slot: unique symbol = Symbol("memo");
  type Holder = { [slot]?: Map<unknown, T> };
  /** For objects that take no property. */
  const frozen = new WeakMap<O, Map<unknown, T>>();

  function valuesOf(object: O): Map<unknown, T> {
    const holder: Holder = object;
    const existing = Object.hasOwn(holder, slot) ? holder[slot] : frozen.get(object);
    if (existing !== undefined) return existing;
    const values = new Map<unknown, T>();
    if (Object.isExtensible(object)) Object.defineProperty(object, slot, { value: values });
    else frozen.set(object, values);
    return values;
  }

  return (object, ...key) => {
    const values = valuesOf(object);
    if (!values.has(key[0])) values.set(key[0], make(object, ...key));
    return values.get(key[0])!;
  };
}
