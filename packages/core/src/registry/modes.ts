/** What a registry, a policy or a hook may say where a hook fails, and whether verdicts count. */
export const ON_ERROR: readonly string[] = ['deny', 'throw', 'allow'];
export const MODES: readonly string[] = ['enforce', 'monitor'];
