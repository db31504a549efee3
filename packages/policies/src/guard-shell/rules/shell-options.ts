import type { NameMatch } from '@interpose/core';

import type { ShellArgument } from '../script/simple-command.ts';

/**
 * Why a command was denied.
 *
 * @example
 * const code: ShellCode = 'shell_dynamic';
 */
export type ShellCode =
  | 'shell_unreadable'
  | 'shell_dynamic'
  | 'shell_denied'
  | 'shell_not_allowed'
  | 'shell_write'
  | 'shell_environment';

/**
 * A program with its first words (`'git log'`), or a program and a test of its arguments.
 *
 * @example
 * const rule: CommandRule = { program: 'curl', args: (args) => args.every((arg) => arg?.startsWith('-') === false) };
 * guardShell({ tools: 'exec', allow: ['git log', rule] });
 */
export type CommandRule =
  | string
  | {
      readonly program: string;
      /** True where the rule applies. A deny rule should also apply where an argument is undefined. */
      readonly args?: (args: readonly ShellArgument[]) => boolean;
    };

/**
 * What may run, and where commands are found.
 *
 * @example
 * const options: ShellOptions = { tools: 'exec', allow: ['git status', 'ls', 'npm test'] };
 * guardShell(options);
 */
export interface ShellOptions {
  /** The tools that run commands. */
  readonly tools: NameMatch;
  /** The argument with the command: a text for a shell, or a list of words. `command` by default. */
  readonly argument?: string;
  /** The only commands that may run. A text applies where the arguments begin with its words. */
  readonly allow?: readonly CommandRule[];
  /** Commands that may not run, stronger than `allow`. A text applies where its words occur in this order. */
  readonly deny?: readonly CommandRule[];
  /** `allow` lifts the list of destructive commands that is denied by default. */
  readonly destructive?: 'deny' | 'allow';
  /** The only paths that output may be redirected to: paths, or folders that end in `/`. */
  readonly writeTo?: readonly string[];
  /** The only variables that may be set for a command. */
  readonly environment?: readonly string[];
}
