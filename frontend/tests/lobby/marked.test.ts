import { cleanup, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import { seatName } from '../../src/game/names';
import SeatRow from '../../src/lobby/SeatRow.svelte';
import { seatName as nameAt } from '../../src/game/words';
import type { SeatInfo } from '../../src/net/types';
import { TABLE } from '../net/socket';

const seat = (mark: SeatInfo['mark'], number = 0): SeatInfo => ({
  ...{ seat: number, kind: 'guest', name: 'Ada', connected: true, stand_in: null, portrait: null, colour: null },
  mark,
});

beforeEach(() => speak('en'));
afterEach(cleanup);

describe('a name that looks like that of an account', () => {
  it('is marked wherever it is read, and the account is not', () => {
    const names = (['alike', 'account', null] as const).map((mark) => seatName(TABLE, seat(mark)));
    expect(names).toEqual(['Ada (guest)', 'Ada', 'Ada']);
    const table = { ...TABLE, seats: [seat('account'), seat('alike', 1)] };
    expect([nameAt(table, 0), nameAt(table, 1)]).toEqual(['Ada', 'Ada (guest)']);
  });

  it('is told apart from the others of its level if it is a bot: each has a name of its own', () => {
    const bots = [0, 1, 2].map((number) => ({ ...seat(null, number), kind: 'bot' as const, name: 'level:2' }));
    const table = { ...TABLE, seats: bots };
    expect(bots.map((bot) => seatName(table, bot))).toEqual(['Berta', 'Gisela', 'Edda']);
  });

  it('is told from one without a mark in the waiting room', () => {
    const children = createRawSnippet(() => ({ render: () => '<i></i>' }));
    render(SeatRow, { table: TABLE, place: seat('account'), own: false, host: false, children });
    expect(screen.getByText('has an account')).toBeTruthy();
  });
});
