/** A record passed on to the page that opens records; it can be taken once. */
let carried: string | null = null;

export const carry = (record: string): void => void (carried = record);

export function takeCarried(): string | null {
  const record = carried;
  carried = null;
  return record;
}
