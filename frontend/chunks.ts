import { fileURLToPath } from 'node:url';

/** What a bundler knows of a module, as far as it matters here. */
interface Module {
  readonly importedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Module | null;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What starts the pages stays by itself: other pages take from its file, too, and must not be started by that. */
const BEGINNING = here('src/main.ts');

const LOBBY = ['lobby/Lobby', 'ui/Texture'].map((name) => here(`src/${name}.svelte`));
const ART = ['Card', 'CardDefs', 'Drawn'].map((name) => here(`src/cards/${name}.svelte`));
const DESK = [here('src/table/screen/TableScreen.svelte')];
const CHAT = here('src/chat/Chat.svelte');

/**
 * What comes in one file, in this order: the pages' own beginning, the drawing of cards, what lobby and table share, the
 * lobby, the table. Each brings all that it needs and that no earlier one has. Few files that come at once beat thirty of
 * which some are called by others; the lobby fetches nothing of the table's own, nor the table, with its chat, of the
 * lobby's.
 */
const TOGETHER: readonly (readonly [name: string, (graph: Graph) => Set<string>])[] = [
  ['first', (graph) => along([BEGINNING], graph)],
  ['art', (graph) => along(ART, graph)],
  ['common', (graph) => intersection(along(LOBBY, graph), along([...DESK, CHAT], graph))],
  ['lobby', (graph) => along(LOBBY, graph)],
  ['desk', (graph) => along(DESK, graph)],
];

const intersection = (one: Set<string>, other: Set<string>): Set<string> =>
  new Set([...one].filter((each) => other.has(each)));

/** Everything that comes along when `roots` are loaded; what is imported only when needed does not. */
function along(roots: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Names the file a module belongs to; null where the bundler may decide. */
export function fileOf(): (id: string, graph: Graph) => string | null {
  let parts: (readonly [string, Set<string>])[] | null = null;
  return (id, graph) => {
    if (id === BEGINNING) return null;
    parts ??= TOGETHER.map(([name, members]) => [name, members(graph)] as const);
    return parts.find(([, members]) => members.has(id))?.[0] ?? null;
  };
}
