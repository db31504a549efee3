import { InterposeError } from '@interpose/core';

import type { SimpleCommand } from '../script/simple-command.ts';
import type { CommandRule } from './shell-options.ts';
import type { ShellArgument } from '../script/simple-command.ts';

/** Tests whether a rule applies to a command; `name` is the name of its program. */
export type RuleTest = (command: SimpleCommand, name: string) => boolean;

/** Returns the name of a program without its folder and ending. */
export function programName(program: string): string {
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '');
}

/**
 * Compiles rules that allow: the program is written exactly as in the rule, and the arguments begin with its words.
 *
 * @throws InterposeError `invalid_option` for what is no rule.
 */
export function allowRules(rules: readonly CommandRule[]): RuleTest {
  return anyOf('allow', rules, (program, words, test) => (command) => {
    if (command.program !== program) return false;
    return test === undefined
      ? words.every((word, index) => command.args[index] === word)
      : test(command.args);
  });
}

/**
 * Compiles rules that deny: the program may lie in any folder, and an unknown argument counts as a word of the rule.
 *
 * @throws InterposeError `invalid_option` for what is no rule.
 */
export function denyRules(rules: readonly CommandRule[]): RuleTest {
  return anyOf('deny', rules, (program, words, test) => {
    const denied = programName(program);
    return ({ args }, name) => {
      if (name !== denied) return false;
      return test === undefined ? mayHold(args, words) : test(args);
    };
  });
}

/** Whether the words occur in this order, or unknown arguments may stand for them. */
function mayHold(args: readonly ShellArgument[], words: readonly string[]): boolean {
  const [first] = args;
  const isSubcommand = first !== undefined && !first.startsWith('-');
  // A known subcommand that differs from the rule's cannot become it.
  if (isSubcommand && words[0]?.startsWith('-') === false && first !== words[0]) return false;
  let found = 0;
  for (const arg of args) {
    if (arg === undefined) return true;
    if (arg === words[found]) found++;
  }
  return found >= words.length;
}

type Compile = (
  program: string,
  words: readonly string[],
  test: ((args: readonly ShellArgument[]) => boolean) | undefined,
) => RuleTest;

function anyOf(option: string, rules: readonly CommandRule[], compile: Compile): RuleTest {
  if (!Array.isArray(rules)) throw invalid(option, rules);
  const tests = rules.map((rule) => {
    const { program, words, args } = readRule(option, rule as unknown);
    return compile(program, words, args);
  });
  return (command, name) => tests.some((test) => test(command, name));
}

function readRule(option: string, rule: unknown) {
  if (typeof rule === 'string') {
    const [program = '', ...words] = rule.split(' ').filter((word) => word !== '');
    if (program === '') throw invalid(option, rule);
    return { program, words, args: undefined };
  }
  const { program, args } = (rule ?? {}) as Exclude<CommandRule, string>;
  const fits = typeof program === 'string' && program !== '' && !program.includes(' ');
  if (!fits || (args !== undefined && typeof args !== 'function')) throw invalid(option, rule);
  return { program, words: [], args };
}

function invalid(option: string, rule: unknown): InterposeError {
  return new InterposeError(
    'invalid_option',
    `guardShell: ${option} holds ${JSON.stringify(rule) ?? 'nothing'}, which is no rule`,
    'write a program with its first words, or { program, args }',
  );
}
