/** What changed from one view to the next (see the protocol's page): applied, what did not change stays the same object. */

export type Change = unknown;

const isTold = (change: Change): change is readonly ['is' | 'and', unknown] => Array.isArray(change);

export function changed<T>(old: T, change: Change): T {
  if (isTold(change)) {
    const [word, value] = change;
    return (word === 'is' ? value : [...(old as readonly unknown[]), ...(value as readonly unknown[])]) as T;
  }
  const inside = Object.entries(change as Readonly<Record<string, Change>>);
  if (!inside.length) return old;
  const next = (Array.isArray(old) ? [...(old as readonly unknown[])] : { ...old }) as Record<string, unknown>;
  for (const [name, part] of inside) next[name] = changed(next[name], part);
  return next as T;
}
