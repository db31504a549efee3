/** How far this computer's clock may be off before it counts: answers name whole seconds, and take a while. */
const TOLERATED_MS = 5000;

let ahead = 0;

/** The time as the guardian has it, which decides when an ask is over; this computer's clock may be wrong. */
export function guardianNow(): number {
  return Date.now() + ahead;
}

/** Compares the clocks by the date of an answer. */
export function hearTime({ headers }: Response): void {
  const told = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(told)) ahead = Math.abs(told) > TOLERATED_MS ? told : 0;
}
