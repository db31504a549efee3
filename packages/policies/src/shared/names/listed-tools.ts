import type { NameMatch } from '@interpose/core';

/** A hook that decides nothing. */
interface Listed {
  readonly name: string;
  readonly tool: NameMatch;
  readonly run: () => undefined;
}

/**
 * A hook for every name of a list, which decides nothing: by its `tool` the registry sees a name that no tool of the app
 * has, and tells of it once (`filter_unmatched`). A policy that judges by a list of its own is otherwise bound to no tool.
 *
 * @example
 * const hooks: PolicyHooks = { preToolCall: [judge, ...listedTools(['refund'])] };
 */
export function listedTools(names: readonly NameMatch[]): readonly Listed[] {
  return names.flatMap((tool) =>
    tool === '*' ? [] : [{ name: 'listed', tool, run: () => undefined }],
  );
}
