/** Of several things begun one after the other only the last one counts: what comes of earlier ones comes too late. */
export class Latest {
  private begun = 0;

  /** Begin another, or with no use for the answer only end those before; the answer says whether it still counts. */
  begin(): () => boolean {
    const mine = ++this.begun;
    return () => mine === this.begun;
  }
}
