/** Memoised drawing inputs from a View: unchanged ones are the same objects, so that only changes are drawn. */
const MANY = 4000;

/** Returns a bounded cache of results of `make` by key. */
export function memoize<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MANY) known.clear();
    const made = make();
    known.set(key, made);
    return made;
  };
}

/** The same for results made of an object, valid for the identical object with an equal `key`. */
export function keptOf<T>(): (of: object, key: string, make: () => T) => T {
  const known = new WeakMap<object, { readonly key: string; readonly made: T }>();
  return (of, key, make) => {
    const found = known.get(of);
    if (found?.key === key) return found.made;
    const made = make();
    known.set(of, { key, made });
    return made;
  };
}
