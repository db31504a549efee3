import { checkOptions, type InterposeError } from '@interpose/core';

import { invalidOption } from './invalid-option.ts';
import type { NameLists } from './sql-options.ts';

/** A name, with the part before its dot, and all that is before that. */
export interface DottedName {
  readonly above: string | undefined;
  readonly before: string | undefined;
  readonly name: string;
}

/** The lists of an option: those to deny, and the functions, in lower case. */
export interface ReadLists {
  readonly allow: readonly DottedName[] | undefined;
  readonly deny: readonly DottedName[];
}

/**
 * Reads the names of an option. `forms` returns the names that an entry of `allow` allows; default: in lower case.
 *
 * @throws InterposeError `invalid_option` for what is no list of names.
 */
export function readLists(
  option: string,
  lists: NameLists | undefined,
  forms: NameForms = IN_LOWER_CASE,
): ReadLists {
  checkOptions(`${option} of guardSql`, lists, ['allow', 'deny']);
  const { allow, deny } = lists ?? {};
  return {
    allow: allow === undefined ? undefined : readNames(`${option}.allow`, allow, forms),
    deny: readNames(`${option}.deny`, deny ?? [], IN_LOWER_CASE),
  };
}

/** Returns the forms of the part before the dot, and of the name. */
export interface NameForms {
  readonly before: (entry: string) => readonly string[];
  readonly name: (entry: string) => readonly string[];
}

const inLowerCase = (entry: string): readonly string[] => [entry.toLowerCase()];
const IN_LOWER_CASE: NameForms = { before: inLowerCase, name: inLowerCase };

function readNames(
  option: string,
  names: readonly string[],
  forms: NameForms,
): readonly DottedName[] {
  if (!Array.isArray(names)) throw invalid(option, names);
  const formsOf = (part: string | undefined): readonly (string | undefined)[] =>
    part ? forms.before(part) : [undefined];
  return names.flatMap((each: unknown) => {
    const parts = typeof each === 'string' ? each.split('.') : [];
    if (parts.length === 0 || parts.includes('')) throw invalid(option, each);
    const [name, first] = parts.splice(-2).toReversed();
    const aboves = formsOf(parts.join('.'));
    const paths = aboves.flatMap((above) => formsOf(first).map((before) => ({ above, before })));
    return paths.flatMap((path) => forms.name(name!).map((form) => ({ ...path, name: form })));
  });
}

/** Whether a name is the one of a pattern, in the same case. A `*` at the end of a pattern matches the rest. */
export function isName(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Whether a name matches a pattern, without regard to case. A `*` at the end of a pattern matches the rest. */
export function nameMatches(pattern: string, name: string): boolean {
  return isName(pattern, name.toLowerCase());
}

function invalid(option: string, value: unknown): InterposeError {
  return invalidOption(
    `${option} holds ${JSON.stringify(value) ?? 'nothing'}, which is no name`,
    'list names like "a" or "b.*"',
  );
}
