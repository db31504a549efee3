import type { Dict } from '@interpose/core';

/** The ways in which a tool may run a command: as a text for a shell, or as a list of words without one. */
export interface CommandLine {
  readonly words?: readonly [string, ...string[]];
  readonly script?: string;
}

/** The arguments that hold the words behind a program. */
export const BESIDE: readonly string[] = ['args', 'arguments', 'argv'];

/**
 * Returns the command in the arguments of a call: a text is a script, a list is one command without a shell, and a
 * program with its words beside it may be either. Undefined for no command, or one that may mean two things.
 */
export function commandLine(args: Dict, argument: string): CommandLine | undefined {
  const command = args[argument];
  const beside = BESIDE.filter((name) => name !== argument && isGiven(args[name]));
  if (beside.length === 0) {
    if (typeof command === 'string') return { script: command };
    return isWords(command) ? { words: command } : undefined;
  }
  const more = args[beside[0]!];
  const program = typeof command === 'string' ? [command] : command;
  // A text with blanks may be a script or the name of a program.
  if (!isWords(program) || beside.length > 1 || !/^\S+$/.test(program[0])) return undefined;
  if (typeof more === 'string') return { script: [...program, more].join(' ') };
  if (!isWords(more)) return undefined;
  return { words: [...program, ...more], script: [...program, ...more].join(' ') };
}

function isGiven(value: unknown): boolean {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return value !== undefined && value !== null && !isEmpty;
}

function isWords(command: unknown): command is readonly [string, ...string[]] {
  return (
    Array.isArray(command) &&
    command.length > 0 &&
    command.every((word) => typeof word === 'string')
  );
}
