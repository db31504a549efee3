/** The meaning of each exit code, the same for every command; scripts may rely on it. */
export const EXIT_CODES = {
  0: 'done, and nothing was found',
  1: 'done, and something was found: a failed test, a finding, a change that was not allowed',
  2: 'the command line is wrong; nothing was done',
  3: 'a file, module, store or server that the command needs cannot be used',
  70: 'the command itself failed',
} as const;

/** One of `EXIT_CODES`. */
export type ExitCode = keyof typeof EXIT_CODES;
