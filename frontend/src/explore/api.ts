/** API of Explore. */
import { apiUrl } from '../base/addresses';
import { ask } from '../net/http';
import { guestToken } from '../net/guest';
import type { components } from '../net/wire.gen';

type Schemas = components['schemas'];

export type Explored = Schemas['Explored'];
export type Group = Schemas['TallyGroup'];

export const fetchExplored = (): Promise<Explored> => ask(apiUrl('explore'), { token: guestToken() });
