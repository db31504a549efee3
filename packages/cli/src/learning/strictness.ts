/** How much has to be seen before a rule is made of it. */
export interface Strictness {
  readonly name: string;
  /** An argument is held to its source once it came from there in so many runs, and from nowhere else. */
  readonly tightensFrom: number;
  /** A call that breaks a label is denied, and not asked about, once a tool was seen in so many runs without an exception. */
  readonly deniesFrom: number;
  /** A tool that was not seen is denied where at most this share of the next calls is expected to be of new tools. */
  readonly newTools: number;
}

/** After so many runs without an exception the next keeps to it with this probability, by the rule of succession. */
export function runsToDeny(keep: number): number {
  return Math.ceil(1 / (1 - Math.min(keep, 0.999))) - 2;
}

/**
 * From strict to loose; the first that keeps enough of the runs it has not seen is taken. A label that denies has to hold
 * in the next run with the probability that runs are to be kept with: by the rule of succession, 1 - 1 / (n + 2) after n
 * runs without an exception.
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
