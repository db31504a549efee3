/** The words for options: what a failing hook counts as, and whether verdicts are carried out. */
export const ON_ERROR: readonly string[] = ['deny', 'throw', 'allow'];
export const MODES: readonly string[] = ['enforce', 'monitor'];
