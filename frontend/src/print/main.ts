/** The drawings of the cards for the server's pictures: `tools/print_cards.py` runs this in a browser and keeps them. */
import { flushSync, mount } from 'svelte';
import { apart } from '../replay/picture';
import '../theme/tokens.css';
import { names } from './names';
import Plates from './Plates.svelte';

document.documentElement.dataset['skin'] = 'parchment';
mount(Plates, { target: document.body });
flushSync();
const drawing = document.querySelector<SVGSVGElement>('#plates');
if (!drawing) throw new Error('no plates');
const { defs, parts } = apart(drawing);
const plates = Object.fromEntries(names().map((name, i) => [name, parts[i] ?? '']));
document.documentElement.dataset['plates'] = JSON.stringify({ defs, plates });
