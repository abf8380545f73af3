/** The lines typed before, brought back by the arrow keys. */
export class Past {
  private lines: readonly string[] = [];
  private at = 0;

  constructor(private readonly most = 50) {}

  add(line: string): void {
    if (line !== this.lines.at(-1)) this.lines = [...this.lines, line].slice(-this.most);
    this.at = this.lines.length;
  }

  /** The line `step` further, back or forth; an empty one after the last, null where there is none. */
  go(step: -1 | 1): string | null {
    const next = this.at + step;
    if (next < 0 || next > this.lines.length) return null;
    this.at = next;
    return this.lines[next] ?? '';
  }
}
