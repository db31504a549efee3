/** One check that must pass before a change is accepted, with its command. */
export type Gate = {
  name: string;
  /** What a pass proves, printed in the list of every run. */
  proves: string;
  command: readonly string[];
  /** `both` means `pnpm check` and `pnpm verify`; `alone` is part of `tests` and has its own command. */
  runsIn: 'check' | 'verify' | 'both' | 'alone';
  /** Finds the number of files that the tool read in its output; absent if the tool itself fails when it reads none. */
  reads?: RegExp;
};

/** Returns the command of a script in this folder. */
export const script = (name: string, ...rest: string[]): string[] => [
  'node',
  `scripts/${name}.ts`,
  ...rest,
];

/** Returns the command of a script that reads packages by their sources. */
export const onSources = (name: string, ...rest: string[]): string[] => [
  'node',
  '--conditions=@interpose/source',
  `scripts/${name}.ts`,
  ...rest,
];
