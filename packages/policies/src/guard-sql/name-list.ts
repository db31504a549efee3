import { checkOptions, type InterposeError } from '@interpose/core';

import { invalidOption } from './invalid-option.ts';
import type { NameLists } from './sql-options.ts';

/** A name, with the part before its dot. */
export interface DottedName {
  readonly before: string | undefined;
  readonly name: string;
}

/**
 * Reads the names of an option, in lower case.
 *
 * @throws InterposeError `invalid_option` for what is no list of names.
 */
export function readLists(
  option: string,
  lists: NameLists | undefined,
): { readonly allow: readonly DottedName[] | undefined; readonly deny: readonly DottedName[] } {
  checkOptions(`${option} of guardSql`, lists, ['allow', 'deny']);
  const { allow, deny } = lists ?? {};
  return {
    allow: allow === undefined ? undefined : readNames(`${option}.allow`, allow),
    deny: readNames(`${option}.deny`, deny ?? []),
  };
}

function readNames(option: string, names: readonly string[]): readonly DottedName[] {
  if (!Array.isArray(names)) throw invalid(option, names);
  return names.map((each: unknown) => {
    const parts = typeof each === 'string' ? each.toLowerCase().split('.') : [];
    if (parts.length === 0 || parts.includes('')) throw invalid(option, each);
    return { before: parts.at(-2), name: parts.at(-1)! };
  });
}

/** Whether a name matches a pattern, without regard to case. A `*` at the end of a pattern matches the rest. */
export function nameMatches(pattern: string, name: string): boolean {
  const lower = name.toLowerCase();
  return pattern.endsWith('*') ? lower.startsWith(pattern.slice(0, -1)) : lower === pattern;
}

function invalid(option: string, value: unknown): InterposeError {
  return invalidOption(
    `${option} holds ${JSON.stringify(value) ?? 'nothing'}, which is no name`,
    'list names like "a" or "b.*"',
  );
}
