/** One thing that is proven before a change counts, and the command that proves it. */
export type Gate = {
  name: string;
  /** What a pass proves, for the list that every run prints. */
  proves: string;
  command: readonly string[];
  /** `both` means `pnpm check` and `pnpm verify`; `alone` is part of `tests` and has its own command. */
  runsIn: 'check' | 'verify' | 'both' | 'alone';
  /** Finds in the output how many files the tool read; absent where the tool itself fails on none. */
  reads?: RegExp;
};

/** A script of this folder. */
export const script = (name: string, ...rest: string[]): string[] => [
  'node',
  `scripts/${name}.ts`,
  ...rest,
];

/** A script that reads packages by their sources. */
export const onSources = (name: string, ...rest: string[]): string[] => [
  'node',
  '--conditions=@interpose/source',
  `scripts/${name}.ts`,
  ...rest,
];
