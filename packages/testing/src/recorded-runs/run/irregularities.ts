import type { IrregularKind } from '../recorded-run.ts';

/** Counts the irregularities of one run by kind. */
export class Irregularities {
  readonly #counts = new Map<IrregularKind, number>();

  note(kind: IrregularKind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  counts(): Readonly<Partial<Record<IrregularKind, number>>> {
    return Object.fromEntries(this.#counts);
  }
}
