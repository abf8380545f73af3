/** What is drawn from a View, kept: what is as it was is the same object again, so that only what changed is drawn. */
const MANY = 4000;

/** Returns how to get what `make` makes of a key; for an equal key the very same. */
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

/** The same for what is made of an object, as long as that very object is there and `key` says what it said before. */
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
