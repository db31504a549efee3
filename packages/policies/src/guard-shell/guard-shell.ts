import {
  checkOptions,
  definePolicy,
  deny,
  type DenyVerdict,
  InterposeError,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { inBudget } from '../shared/budget/in-budget.ts';
import { spendOn } from '../shared/budget/spend-on.ts';
import { judgeCommand, judgeScript, type Finding } from './judge-script.ts';
import type { ShellOptions } from './rules/shell-options.ts';
import { shellRules, type ShellRules } from './rules/shell-rules.ts';

const OPTIONS = {
  tools: 'any',
  argument: 'string',
  allow: 'any',
  deny: 'list',
  destructive: 'any',
  writeTo: 'list',
  environment: 'list',
} satisfies Record<keyof ShellOptions, OptionKind>;

/**
 * Denies shell commands by the programs they would run, also behind pipes, substitutions and wrappers.
 *
 * @throws InterposeError `invalid_option` for options that cannot be meant.
 * @example
 * const hooks = createHooks({ policies: [guardShell({ tools: 'exec', allow: ['ls', 'git status', 'npm test'] })] });
 */
export function guardShell(options: ShellOptions): Policy;
export function guardShell(options: ShellOptions, ...more: readonly unknown[]): Policy {
  checkOptions('guardShell', options ?? null, OPTIONS, more);
  const { tools, argument = 'command' } = options;
  if (tools === undefined) {
    throw new InterposeError(
      'invalid_option',
      'guardShell: no tools are named',
      'name the tools that run commands: { tools: "exec" }',
    );
  }
  const rules = shellRules(options);
  return definePolicy({
    name: 'guard-shell',
    version: '1.0.0',
    hooks: inBudget({
      preToolCall: {
        tool: tools,
        run: ({ call }) => verdictOn(judge(call.args[argument], argument, rules)),
      },
    }),
  });
}

/** Judges a command: a text is a script for a shell; a list of words is one command without a shell. */
function judge(command: unknown, argument: string, rules: ShellRules): Finding | undefined {
  spendOn(command, { value: 10, character: 10 });
  if (typeof command === 'string') return judgeScript(command, rules, 0, ['']);
  if (!isWords(command))
    return {
      code: 'shell_unreadable',
      reason: `the argument ${argument} holds no command; where another one does, name it: { argument }`,
    };
  const [program, ...args] = command;
  return judgeCommand({ program, args }, [''], rules, 0);
}

function verdictOn(finding: Finding | undefined): DenyVerdict | undefined {
  return finding === undefined ? undefined : deny(finding.reason, { code: finding.code });
}

function isWords(command: unknown): command is readonly [string, ...string[]] {
  return (
    Array.isArray(command) &&
    command.length > 0 &&
    command.every((word) => typeof word === 'string')
  );
}
