/** A sentence of the rules in pieces: plain words, *words that matter*, and the [R8] of a ruling. */
export interface Piece {
  readonly kind: 'plain' | 'strong' | 'ruling';
  readonly words: string;
}

const MARKS = /\*([^*]+)\*|\s*\[([RS]\d+)\]/g;

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const mark of text.matchAll(MARKS)) {
    if (mark.index > from) found.push({ kind: 'plain', words: text.slice(from, mark.index) });
    found.push(mark[1] ? { kind: 'strong', words: mark[1] } : { kind: 'ruling', words: mark[2] ?? '' });
    from = mark.index + mark[0].length;
  }
  if (from < text.length) found.push({ kind: 'plain', words: text.slice(from) });
  return found;
}
