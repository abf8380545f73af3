/** Latest of several operations: results of earlier ones are discarded. */
export class Latest {
  private begun = 0;

  /** Begin another, or just end earlier ones; the returned function says whether it is still the latest. */
  begin(): () => boolean {
    const mine = ++this.begun;
    return () => mine === this.begun;
  }
}
