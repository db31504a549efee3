import type { NameMatch } from '@interpose/core';

/** A hook that is never asked. */
interface Listed {
  readonly name: string;
  readonly tool: NameMatch;
  readonly when: () => boolean;
  readonly run: () => undefined;
}

/**
 * A hook for every name of a list, which is never asked: by its `tool` the registry sees a name that no tool of the app
 * has, and tells of it once (`filter_unmatched`). A policy that judges by a list of its own is otherwise bound to no tool.
 *
 * @param asMatch what a name of the list stands for, where the policy reads it otherwise than the `tool` of a hook is read.
 * @example
 * const hooks: PolicyHooks = { preToolCall: [judge, ...listedTools(['refund'])] };
 */
export function listedTools(
  names: readonly NameMatch[],
  asMatch: (name: NameMatch) => NameMatch = (name) => name,
): readonly Listed[] {
  // Each of the alternatives `a|b` is a name of its own.
  const each = names.flatMap((name): readonly NameMatch[] =>
    typeof name === 'string' ? name.split('|') : [name],
  );
  return each.flatMap((name) =>
    name === '*' ? [] : { name: 'listed', tool: asMatch(name), when: never, run: () => undefined },
  );
}

function never(): boolean {
  return false;
}
