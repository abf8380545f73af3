/** What is drawn from a View, kept: what is as it was is the same object again, so that only what changed is drawn. */
const MANY = 4000;

/** Returns how to get what `make` makes of a key; for an equal key the very same. */
export function kept<T>(): (key: string, make: () => T) => T {
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
