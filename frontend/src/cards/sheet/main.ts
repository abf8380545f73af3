import { mount } from 'svelte';
import '../../theme/index.css';
import Sheet from './Sheet.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('cards.html has no #app');

export default mount(Sheet, { target });
