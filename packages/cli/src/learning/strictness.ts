/** How much evidence a rule needs. */
export interface Strictness {
  readonly name: string;
  /** The number of runs in which an argument came from one source only, after which a guard requires that source. */
  readonly tightensFrom: number;
  /** The number of runs without exception after which a call that breaks a label is denied, not asked about. */
  readonly deniesFrom: number;
  /** The most expected share of calls to new tools at which unseen tools are denied. */
  readonly newTools: number;
}

/** Returns how many runs without exception make the next one comply with this probability (rule of succession). */
export function runsToDeny(keep: number): number {
  return Math.ceil(1 / (1 - Math.min(keep, 0.999))) - 2;
}

/**
 * Returns the strictnesses from strict to loose; the first that keeps enough unseen runs is used. A label that denies
 * must hold in the next run with the requested probability: by the rule of succession, 1 - 1 / (n + 2) after n runs
 * without an exception.
 */
export function strictnesses(keep: number): readonly Strictness[] {
  const deniesFrom = Math.max(3, runsToDeny(keep));
  return [
    { name: 'strict', tightensFrom: 3, deniesFrom, newTools: 0.05 },
    { name: 'firm', tightensFrom: 5, deniesFrom: deniesFrom * 2, newTools: 0.02 },
    { name: 'careful', tightensFrom: 8, deniesFrom: deniesFrom * 4, newTools: 0.01 },
    { name: 'loose', tightensFrom: 12, deniesFrom: Infinity, newTools: 0 },
  ];
}
