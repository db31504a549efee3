import type { NameMatch } from '@interpose/core';

import type { ShellArgument } from '../script/simple-command.ts';

/**
 * The code of a denial.
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
      /** Whether the rule applies. A deny rule should also apply when an argument is undefined. */
      readonly args?: (args: readonly ShellArgument[]) => boolean;
    };

/**
 * The commands that may run, and the tools whose calls hold them.
 *
 * @example
 * const options: ShellOptions = { tools: 'exec', allow: ['git status', 'ls', 'npm test'] };
 * guardShell(options);
 */
export interface ShellOptions {
  /** The tools that run commands. */
  readonly tools: NameMatch;
  /** The argument that holds the command: a text for a shell, or a list of words. Default: `command`. */
  readonly argument?: string;
  /** The only commands that may run. A text matches when the arguments begin with its words. */
  readonly allow?: readonly CommandRule[];
  /** Commands that may not run, even if `allow` matches. A text matches when its words occur in this order. */
  readonly deny?: readonly CommandRule[];
  /** `allow` permits the destructive commands that are denied by default. */
  readonly destructive?: 'deny' | 'allow';
  /** The only paths that may be written: paths, or folders that end in `/`. Default: all but those of the system. */
  readonly writeTo?: readonly string[];
  /** The only variables that may be set. Default: all but those that decide which programs run. */
  readonly environment?: readonly string[];
}
