/** Deltas between views (see the protocol's page): after applying one, unchanged parts are the same objects. */

export type Change = unknown;
type Items = readonly unknown[];
type Path = { readonly at: readonly (string | number)[] };

export const changed = <T>(old: T, change: Change): T => applyChange(old, change, old) as T;

/** Result of a change to `old`, a part of the `whole`. */
function applyChange(old: unknown, change: Change, whole: unknown): unknown {
  if (change === null || typeof change !== 'object') return change;
  if (Array.isArray(change)) return applyWord(old as Items, change as Items, whole);
  const inside = Object.entries(change);
  if (!inside.length) return old;
  const next = (Array.isArray(old) ? [...(old as Items)] : { ...(old as object) }) as Record<string, unknown>;
  for (const [name, part] of inside) next[name] = applyChange(next[name], part, whole);
  return next;
}

/** Result of a change that begins with an operator. */
function applyWord(old: Items, [word, ...rest]: Items, whole: unknown): unknown {
  switch (word) {
    case 'and':
      return [...old, ...(rest[0] as Items)];
    case 'but': {
      const lost = new Set(rest[0] as readonly number[]);
      return [...old.filter((_, at) => !lost.has(at)), ...(rest[1] as Items)];
    }
    case 'each': {
      const [fields, rows, last] = rest as [readonly string[], readonly Items[], Items | Path];
      const values = isItems(last) ? last : itemsAt(whole, last);
      return rows.flatMap((row) => values.map((value) => nameValues(fields, [...row, value])));
    }
    default:
      return rest[0];
  }
}

const isItems = (last: Items | Path): last is Items => Array.isArray(last);

const nameValues = (fields: readonly string[], values: Items): unknown =>
  Object.fromEntries(fields.map((field, at) => [field, values[at]]));

const itemsAt = (whole: unknown, { at }: Path): Items =>
  at.reduce((part, step) => (part as Readonly<Record<string | number, unknown>>)[step], whole) as Items;
