/**
 * Store of the browser (IndexedDB): people, tables and every action. An action is durable before it is shown, and no
 * two windows can store the same version of a game.
 */

/** A change, as `codex_naturalis.local.store.Commit` writes it. */
export interface Commit {
  readonly data: TableData | null;
  readonly table: string;
  readonly after: number;
  readonly actions: readonly unknown[];
  readonly touched: number;
  readonly guest: { readonly id: string } | null;
}
interface TableData {
  readonly id: string;
}
interface StoredAction {
  readonly table: string;
  readonly version: number;
  readonly action: unknown;
}
interface StoredTable {
  readonly id: string;
  readonly data: TableData;
  readonly touched: number;
}

const NAME = 'codex-naturalis';
const STORES = ['tables', 'actions', 'guests'] as const;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage'));
  });

export function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    const database = request.result;
    database.createObjectStore('tables', { keyPath: 'id' });
    database.createObjectStore('actions', { keyPath: ['table', 'version'] });
    database.createObjectStore('guests', { keyPath: 'id' });
  };
  return done(request);
}

/** Store a change durably and atomically; false if another window has stored that version. */
export function commit(database: IDBDatabase, change: Commit): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const kept = database.transaction(STORES, 'readwrite', { durability: 'strict' });
    kept.oncomplete = () => resolve(true);
    kept.onabort = () =>
      kept.error?.name === 'ConstraintError' ? resolve(false) : reject(kept.error ?? new Error('storage'));
    if (change.guest) kept.objectStore('guests').put(change.guest);
    if (change.data) keepTable(kept, { id: change.data.id, data: change.data, touched: change.touched });
    else if (change.actions.length) touch(kept, change);
    change.actions.forEach((action, at) =>
      kept.objectStore('actions').add({ table: change.table, version: change.after + at + 1, action }),
    );
  });
}

const keepTable = (kept: IDBTransaction, table: StoredTable): void => void kept.objectStore('tables').put(table);

function touch(kept: IDBTransaction, { table, touched }: Commit): void {
  const before = kept.objectStore('tables').get(table) as IDBRequest<StoredTable | undefined>;
  before.onsuccess = () => before.result && keepTable(kept, { ...before.result, touched });
}

/** A table with its actions, as JSON; `null` if there is none. */
export async function readTable(database: IDBDatabase, id: string): Promise<string> {
  const kept = database.transaction(['tables', 'actions']);
  const table = await done(kept.objectStore('tables').get(id) as IDBRequest<StoredTable | undefined>);
  const range = IDBKeyRange.bound([id, 0], [id, Infinity]);
  const actions = await done(kept.objectStore('actions').getAll(range) as IDBRequest<StoredAction[]>);
  return JSON.stringify(table ? withActions(table, actions) : null);
}

/** All stored contents, as `codex_naturalis.local.store.DeviceContents` reads them. */
export async function readAll(database: IDBDatabase): Promise<string> {
  const kept = database.transaction(STORES);
  const [tables, actions, guests] = await Promise.all([
    done(kept.objectStore('tables').getAll() as IDBRequest<StoredTable[]>),
    done(kept.objectStore('actions').getAll() as IDBRequest<StoredAction[]>),
    done(kept.objectStore('guests').getAll() as IDBRequest<unknown[]>),
  ]);
  const byTable = new Map<string, StoredAction[]>(tables.map(({ id }) => [id, []]));
  for (const action of actions) byTable.get(action.table)?.push(action);
  return JSON.stringify({ tables: tables.map((table) => withActions(table, byTable.get(table.id) ?? [])), guests });
}

const withActions = ({ data, touched }: StoredTable, actions: readonly StoredAction[]): unknown => ({
  data,
  touched,
  actions: actions.map(({ action }) => action),
});
