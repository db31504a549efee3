import { InterposeError, type NameMatch } from '@interpose/core';

import { matchGlob } from './match-glob.ts';

/** Tests whether a name is on a list. */
export type NameTest = (name: string) => boolean;

/** The longest name to match: no tool needs a longer one, and a RegExp may take long to read it. */
export const MAX_NAME: number = 512;

/**
 * Compiles a list of names in the form of a hook's `tool` option: exact, alternatives `a|b`, globs with `*` and `?`, or
 * a RegExp. Each matches the whole name, code unit by code unit.
 *
 * @throws InterposeError `invalid_option` for what is no list, an empty name, or a name with space around it.
 */
export function matchNames(option: string, names: readonly NameMatch[]): NameTest {
  if (!Array.isArray(names)) throw invalid(option, 'is not a list');
  const exact = new Set<string>();
  const tests: NameTest[] = [];
  for (const name of Array.from<unknown>(names)) {
    if (name instanceof RegExp) tests.push(wholeName(name));
    else for (const each of alternatives(option, name)) addName(each, exact, tests);
  }
  return (name) =>
    name !== '' &&
    name.length <= MAX_NAME &&
    (exact.has(name) || tests.some((matches) => matches(name)));
}

function addName(name: string, exact: Set<string>, tests: NameTest[]): void {
  if (/[*?]/.test(name)) tests.push(matchGlob(name));
  else exact.add(name);
}

function alternatives(option: string, name: unknown): readonly string[] {
  if (typeof name !== 'string') throw invalid(option, 'holds what is neither a name nor a RegExp');
  const names = name.split('|');
  if (names.includes('')) throw invalid(option, 'holds an empty name');
  if (names.some((each) => each.trim() !== each))
    throw invalid(option, `holds "${name}", a name with space around it`);
  return names;
}

function wholeName({ source, flags }: RegExp): NameTest {
  const anchored = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gmy]/g, ''));
  return (name) => anchored.test(name);
}

function invalid(option: string, problem: string): InterposeError {
  return new InterposeError(
    'invalid_option',
    `${option} ${problem}`,
    'pass a list of names, globs and RegExps',
  );
}
