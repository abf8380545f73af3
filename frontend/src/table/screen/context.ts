/** What the parts of a table share: the table itself, the panel beside it, and the reader's turn. */
import { createContext } from 'svelte';
import type { SidePanel } from './side-panel.svelte';
import type { TableUi } from './table-ui.svelte';
import type { Turn } from './turn.svelte';

interface TableContext {
  readonly desk: TableUi;
  readonly aside: SidePanel;
  readonly turn: Turn;
}

export const [tableContext, provideTable] = createContext<TableContext>();
