import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import type { WithHooksOptions } from './adapter-options.ts';

type OpenRow = Pick<CapabilityRow, 'path' | 'event' | 'status'>;

/**
 * Returns the rows of these paths, in the order of the table.
 *
 * @example
 * rowsOn(enforcedRows({ agent: TOOL, model: MODEL }), ['agent']).length; // => 3
 */
export function rowsOn(
  capabilities: readonly CapabilityRow[],
  paths: readonly string[],
): readonly CapabilityRow[] {
  return capabilities.filter(({ path }) => paths.includes(path));
}

/**
 * Returns rows for tools that cannot be fully mediated: the rows of each tool's path, with the tool's name added.
 *
 * @example
 * toolRows(rows('hosted tool', 'observed', OBSERVED_TOOL), [['web_search', 'hosted tool'], ['pay', undefined]])[0]?.path; // => 'hosted tool web_search'
 */
export function toolRows(
  capabilities: readonly CapabilityRow[],
  tools: Iterable<readonly [name: string, path: string | undefined]>,
): readonly CapabilityRow[] {
  return [...tools].flatMap(([name, path]) =>
    path === undefined
      ? []
      : rowsOn(capabilities, [path]).map((row) => ({ ...row, path: `${path} ${name}` })),
  );
}

/**
 * Throws if `require: 'enforced'` is set and a row is not enforced; the rows are read only then.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 *
 * @example
 * requireRows({ require: 'enforced' }, () => enforcedRows({ agent: TOOL }));
 */
export function requireRows(
  options: Pick<WithHooksOptions, 'require'>,
  rows: () => readonly CapabilityRow[],
): void {
  if (options.require !== 'enforced') return;
  const open = rows().filter(({ status }) => status !== 'enforced');
  if (open.length > 0) throw notEnforced(open);
}

/**
 * Returns the error that lists the rows which are not enforced.
 *
 * @example
 * notEnforced([{ path: 'images', event: 'preRequest', status: 'unmediated' }]).code; // => 'not_enforced'
 */
export function notEnforced(rows: readonly OpenRow[]): InterposeError {
  const list = rows.map(({ path, event, status }) => `${path} ${event} ${status}`).join(', ');
  return new InterposeError(
    'not_enforced',
    `not everything here can be enforced: ${list}`,
    "remove what these rows name, or drop require: 'enforced'",
  );
}
