import type { OptionGrammar } from './command-options.ts';

/** A program whose operands are another command. */
export interface Wrapper extends OptionGrammar {
  /** The number of operands before the command, such as the duration of `timeout`. */
  readonly skips?: number;
  /** True: `NAME=value` may stand before the command. */
  readonly assigns?: true;
  /** True: the program does more than run the command, so rules apply to it too. */
  readonly judged?: true;
  /** True: words read at run time are appended to the command. */
  readonly appends?: true;
}

/** Programs that run another command, with the grammar to find it. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'env',
    {
      flags: 'i0v',
      valued: 'u',
      longFlags: ['ignore-environment', 'null', 'debug'],
      longValued: ['unset'],
      assigns: true,
    },
  ],
  ['nohup', {}],
  ['setsid', { flags: 'cfw', longFlags: ['ctty', 'fork', 'wait'] }],
  ['nice', { flags: '0123456789', valued: 'n', longValued: ['adjustment'] }],
  ['ionice', { flags: 't', valued: 'cn', longFlags: ['ignore'] }],
  [
    'timeout',
    {
      flags: 'v',
      valued: 'ks',
      longFlags: ['foreground', 'preserve-status', 'verbose'],
      longValued: ['kill-after', 'signal'],
      skips: 1,
    },
  ],
  ['stdbuf', { valued: 'ioe', longValued: ['input', 'output', 'error'] }],
  ['time', { flags: 'pvlq', longFlags: ['portability', 'verbose', 'quiet'] }],
  ['command', { flags: 'p' }],
  ['builtin', {}],
  ['exec', { flags: 'cl', valued: 'a' }],
  ['busybox', { judged: true }],
  ['toybox', { judged: true }],
  [
    'sudo',
    {
      flags: 'AbEHnPSkK',
      valued: 'ugpChTrt',
      longFlags: ['non-interactive', 'preserve-env', 'set-home', 'stdin'],
      longValued: ['user', 'group', 'prompt', 'host'],
      assigns: true,
      judged: true,
    },
  ],
  ['doas', { flags: 'n', valued: 'u', judged: true }],
  [
    'xargs',
    {
      flags: '0rtpxo',
      valued: 'ILnPsadE',
      longFlags: ['null', 'no-run-if-empty', 'verbose', 'interactive', 'exit'],
      longValued: ['max-args', 'max-lines', 'max-procs', 'max-chars', 'arg-file', 'delimiter'],
      appends: true,
    },
  ],
]);
