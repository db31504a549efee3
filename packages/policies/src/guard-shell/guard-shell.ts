import {
  checkOptions,
  definePolicy,
  deny,
  type DenyVerdict,
  type Dict,
  InterposeError,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { inBudget } from '../shared/budget/in-budget.ts';
import { spendOn } from '../shared/budget/spend-on.ts';
import { BESIDE, commandLine } from './command-line.ts';
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
        run: ({ call }) => verdictOn(judge(call.args, argument, rules)),
      },
    }),
  });
}

/** Judges a command in every way in which the tool may run it. */
function judge(args: Dict, argument: string, rules: ShellRules): Finding | undefined {
  spendOn([args[argument], ...BESIDE.map((name) => args[name])], { value: 10, character: 10 });
  const line = commandLine(args, argument);
  if (line === undefined)
    return {
      code: 'shell_unreadable',
      reason: `the argument ${argument} holds no command; where another one does, name it: { argument }`,
    };
  const [program, ...words] = line.words ?? [];
  return (
    (program === undefined ? undefined : judgeCommand({ program, args: words }, [''], rules, 0)) ??
    (line.script === undefined ? undefined : judgeScript(line.script, rules, 0, ['']))
  );
}

function verdictOn(finding: Finding | undefined): DenyVerdict | undefined {
  return finding === undefined ? undefined : deny(finding.reason, { code: finding.code });
}
