import type { NameMatch } from '@interpose/core';

/** A hook that never runs. */
interface Listed {
  readonly name: string;
  readonly tool: NameMatch;
  readonly when: () => boolean;
  readonly run: () => undefined;
}

/**
 * Makes a hook for every name of a list. The hooks never run, but through their `tool` the registry sees names that no
 * tool of the app has, and reports each once (`filter_unmatched`). Such a policy has no other bound hook.
 *
 * @param asMatch converts a name, if the policy reads names differently from the `tool` of a hook.
 * @example
 * const hooks: PolicyHooks = { preToolCall: [judge, ...listedTools(['refund'])] };
 */
export function listedTools(
  names: readonly NameMatch[],
  asMatch: (name: NameMatch) => NameMatch = (name) => name,
): readonly Listed[] {
  // Each of the alternatives in `a|b` is its own name.
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
