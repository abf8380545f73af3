import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALES, speak } from '../../../src/i18n/index.svelte';
import { cellName } from '../../../src/game/words';
import { answer } from '../../../src/text-table/commands/answer';
import { seenOf } from '../../../src/text-table/laid';
import { marketLines, scoringLines, seatLines, statusLines } from '../../../src/text-table/around';
import { codexLines, handOf, sentences } from '../../../src/text-table/cards';
import { learn, say, vocabulary } from '../../../src/text-table/say.svelte';
import { VERBS } from '../../../src/text-table/commands/vocabulary';
import { announcementOf } from '../../../src/text-table/voice.svelte';
import { SYMBOLS } from '../../../src/cards/catalogue';
import { MOMENTS } from '../../table/moment';
import { sessionAt } from '../../text/session';
import { chance } from '../../text/chance';

const BROKEN = /[{}]|undefined|NaN|\[object|illegal\.|text\./;

async function speaking(locale: (typeof LOCALES)[number]): Promise<void> {
  await speak(locale);
  await learn();
}
beforeEach(() => speaking('en'));

const said = (line: string, name = 'place', session = sessionAt(name)): string => {
  const { title, lines } = answer(line, session);
  return sentences([...(title ? [title] : []), ...lines]);
};

/** A face that can be laid, and where. */
function placement(session = sessionAt('place')) {
  const preview = session.view?.previews[0];
  if (!preview || !session.view) throw new Error('nothing can be laid');
  return { ...preview, place: handOf(session.view).indexOf(preview.card) + 1, session };
}

describe('a turn', () => {
  it('is planned, turned over, taken back and planned again', () => {
    const { session, place, side, cell, card } = placement();
    const line = `place ${place} ${side} ${cell.join(',')}`;
    expect(answer(line, session)).toMatchObject({ refusal: false });
    expect(session.plan).toEqual({ card, side, cell });
    expect(said('status', 'place', session)).toContain('Planned');
    answer('undo', session);
    expect(session.plan).toBeNull();
    expect(answer('undo', session).refusal).toBe(true);
    answer(`place #${card} back ${cell.join(' ')}`, session);
    expect(session.plan).toEqual({ card, side: 'back', cell });
    expect(session.sideOf(card)).toBe('back');
  });

  it('is sent whole by the draw', () => {
    const { session, place, side, cell } = placement();
    answer(`place ${place} ${side} ${cell.join(',')}`, session);
    expect(answer('confirm', session).lines[0]).toContain('“draw” takes one');
    expect(answer('draw the moon', session).refusal).toBe(true);
    expect(session.asked).toBe('source');
    expect(answer('draw gold-1', session).sent).toBeInstanceOf(Promise);
    expect(session.asked).toBe('wait');
    expect(said('draw gold-1', 'place', session)).toBe('Sending…');
  });

  it('can name a face-up card to take by its number', () => {
    const { session, place, side, cell } = placement();
    answer(`place ${place} ${side} ${cell.join(',')}`, session);
    const lying = session.view?.market.gold[1];
    expect(answer(`draw ${lying}`, session).sent).toBeInstanceOf(Promise);
  });

  it('ends with a confirmation when nothing is drawn any more', () => {
    const { session, place, side, cell } = placement(sessionAt('last'));
    expect(said(`place ${place} ${side} ${cell.join(',')}`, 'last', session)).toContain('“confirm” ends the turn');
    expect(answer('draw gold-1', session).refusal).toBe(true);
    expect(answer('confirm', session).sent).toBeInstanceOf(Promise);
  });

  it('keeps the plan there was when the new one is impossible', () => {
    const { session, place, side, cell } = placement();
    answer(`place ${place} ${side} ${cell.join(',')}`, session);
    const { plan } = session;
    expect(answer(`place ${place} ${side} 9,9`, session).refusal).toBe(true);
    expect(session.plan).toBe(plan);
  });

  it('says first things first', () => {
    expect(said('draw gold-1')).toContain('Lay a card first');
    expect(said('place')).toContain('Which card?');
    expect(said('place 1')).toContain('“open 1” lists them');
    expect(said('place unicorn front 1,1')).toContain('No card here is called “unicorn”');
    expect(said('place 99 front 1,1')).toContain('This card is not in your hand');
    expect(said('draw gold-1', 'waiting')).toMatch(/is playing/);
    expect(said('place 1 front 1,1', 'watching')).toBe('You are watching.');
  });
});

describe('comparing', () => {
  it('keeps plans under letters, tells what each would give, picks one and drops the others', () => {
    const { session, place, side, cell } = placement();
    expect(said('compare', 'place', session)).toContain('Nothing is kept yet');
    answer(`place ${place} ${side} ${cell.join(',')}`, session);
    expect(said('compare', 'place', session)).toContain('Kept as A');
    const [other] = (session.me?.open ?? []).filter((open) => cellName(open) !== cellName(cell));
    answer(`place ${place} back ${other?.join(',')}`, session);
    const { lines } = answer('compare', session);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^A: .*: .*(point|opens|covers|gains)/);
    expect(answer('pick z', session).refusal).toBe(true);
    answer('pick a', session);
    expect(session.placement).toMatchObject({ side, cell });
    expect(said('drop b', 'place', session)).toBe('B is dropped.');
    expect(session.kept.list).toHaveLength(1);
    expect(said('drop', 'place', session)).toBe('A is dropped.');
    expect(answer('drop', session).refusal).toBe(true);
  });

  it('goes on while others play, and says that the plan waits', () => {
    const session = sessionAt('waiting');
    const [preview] = session.view?.previews ?? [];
    if (!preview || !session.view) throw new Error('nothing can be planned');
    const line = `place #${preview.card} ${preview.side} ${preview.cell.join(',')}`;
    expect(said(line, 'waiting', session)).toContain('It waits for your turn');
    expect(answer('draw gold-1', session)).toMatchObject({ refusal: true, sent: null });
    expect(said('compare', 'waiting', session)).toContain('Kept as A');
    expect(said('pick a', 'waiting', session)).toContain('It waits for your turn');
  });
});

describe('setup', () => {
  it('chooses a side, once', () => {
    const session = sessionAt('side');
    expect(said('side', 'side', session)).toContain('Which side');
    expect(answer('side back', session).sent).toBeInstanceOf(Promise);
    expect(answer('side front', session).refusal).toBe(true);
  });

  it('keeps an objective by its place, its number, and no other', () => {
    const session = sessionAt('objective');
    const [first, second] = session.view?.offered ?? [];
    expect(said('objective', 'objective', session)).toContain(`number ${first}`);
    expect(answer('objective 3', session).refusal).toBe(true);
    expect(answer(`objective ${second}`, session).sent).toBeInstanceOf(Promise);
    expect(answer('objective 1', sessionAt('objective')).sent).toBeInstanceOf(Promise);
  });
});

describe('questions', () => {
  it('list the open cells for a face, the best first, with where they are', () => {
    const { session, place, side, card } = placement();
    const { lines, title } = answer(`open ${place} ${side}`, session);
    const previews = session.view?.previews.filter((each) => each.card === card && each.side === side) ?? [];
    expect(lines).toHaveLength(previews.length);
    for (const { cell } of previews) expect(lines.some((line) => line.startsWith(`${cellName(cell)}: `))).toBe(true);
    expect(lines[0]).toMatch(/ at the (upper|lower) (left|right) of /);
    expect(title).toContain(side);
    expect(session.plan).toBeNull();
  });

  it('say why not, as the server says', () => {
    const session = sessionAt('place');
    const face = session.view?.unpaid[0];
    if (!face || !session.view) throw new Error('everything can be paid');
    expect(said(`why #${face.card} ${face.side}`, 'place', session)).toContain('cannot be paid now: costs');
    const { place, side } = placement();
    expect(said(`why ${place} ${side} 50,50`)).toContain('touches no card');
    expect(said(`why ${place} ${side} 0,0`)).toContain('A card already lies on 0,0');
    for (const { cell } of session.view.blocked)
      expect(said(`why ${place} ${side} ${cell.join(',')}`)).toContain('has no corner towards');
  });

  it('describe cells, cards, seats and the past', () => {
    expect(said('cell 0,0')).toMatch(/^0,0: Starter card; (front|back); /);
    expect(said('cell 50,50')).toContain('touches no card');
    expect(said('card 57')).toContain('57');
    expect(said('card 500')).toBe('There is no card 500.');
    expect(said('codex 2')).toMatch(/^Codex of /);
    expect(said('codex 9')).toContain('Nobody called “9”');
    expect(answer('log 3', sessionAt('place')).lines).toHaveLength(3);
    expect(said('tybor', 'solo')).toContain('Tybor’s row');
    expect(said('tybor')).toContain('does not play');
    expect(said('score', 'over')).toContain('on the track');
    expect(said('rules')).toContain('English edition');
  });
});

describe('a codex', () => {
  it.each(MOMENTS)('shows exactly the symbols the server counts: %s', (name) => {
    for (const seat of sessionAt(name).view?.seats ?? []) {
      const shown = seenOf(seat).flatMap(({ corners, centre }) => [...corners, ...centre]);
      const counts = SYMBOLS.map((symbol) => shown.filter((each) => each === symbol).length);
      expect(counts).toEqual([...seat.symbols]);
    }
  });
});

describe('announcements', () => {
  it('say everything that happened together, and only the last turn that began', () => {
    const { store, people } = sessionAt('place');
    const { text, urgent } = announcementOf(store.log, people);
    expect(text.match(/Your turn|’s turn/g)).toHaveLength(1);
    expect(urgent).toBe(text.includes('Your turn'));
    expect(announcementOf([], people)).toEqual({ text: '', urgent: false });
  });
});

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => speaking(locale));

  it('everything is said without holes, at every moment', () => {
    const lines = MOMENTS.flatMap((name) => {
      const session = sessionAt(name);
      const { view, people } = session;
      if (!view) throw new Error(`${name} has no view`);
      const typed = VERBS.flatMap((verb) => [verb, say(`text.example.${verb}`)]);
      return [
        ...statusLines(view, session),
        ...marketLines(view),
        ...scoringLines(view, people),
        ...view.seats.flatMap((seat) => [...codexLines(seat), ...seatLines(seat, view, people)]),
        ...typed.map((line) => said(line, name)),
      ];
    });
    expect(lines.filter((line) => BROKEN.test(line))).toEqual([]);
  });

  it('whatever is typed gets an answer', () => {
    const next = chance(locale.charCodeAt(0));
    const { verbs, sides, places, fillers } = vocabulary();
    const words = [verbs, sides, places, fillers].flatMap((each) => [...each.keys()]);
    const more = [
      '1',
      '2',
      '3',
      '#1',
      '57',
      '0',
      '-1',
      '1,-1',
      '1,1',
      '-1,1',
      '2,0',
      'tybor',
      'gold-1',
      '½',
      '😀',
      '—',
    ];
    const one = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? '';
    const tail = (): string[] => Array.from({ length: Math.floor(next() * 5) }, () => one([...words, ...more]));
    const failed: string[] = [];
    for (const name of MOMENTS) {
      let session = sessionAt(name);
      for (let i = 0; i < 80; i++) {
        const line = [one([...verbs.keys()]), ...tail()].join(' ');
        const { lines, sent } = answer(line, session);
        if ((!lines.length && !sent) || BROKEN.test(lines.join('\n'))) failed.push(line);
        if (sent) session = sessionAt(name);
      }
    }
    expect(failed).toEqual([]);
  });
});
