import type { Policy } from '@interpose/core';

import { covers } from './lint-rules.ts';
import type { LintFinding } from './finding.ts';

/** Reports hooks that are bound to tools missing from the inventory. */
export function lintPolicies(
  policies: readonly Policy[],
  file: string,
  tools: ReadonlySet<string>,
): readonly LintFinding[] {
  return policies.flatMap(({ name, hooks = {} }) =>
    Object.entries(hooks).flatMap(([event, given]) =>
      [given as unknown].flat().flatMap((hook): readonly LintFinding[] => {
        const filter = filterOf(hook);
        if (filter === undefined || [...tools].some((tool) => matches(filter, tool))) return [];
        const text = `${name}/${event} is bound to ${String(filter)}, and no tool is called so`;
        const remedy = 'bind it to a tool of the inventory';
        return [{ rule: 'unknown-tool', level: 'warning', file, line: 1, column: 1, text, remedy }];
      }),
    ),
  );
}

function filterOf(hook: unknown): string | RegExp | undefined {
  if (typeof hook !== 'object' || hook === null || !('tool' in hook)) return undefined;
  const { tool } = hook;
  return typeof tool === 'string' || tool instanceof RegExp ? tool : undefined;
}

function matches(filter: string | RegExp, tool: string): boolean {
  if (typeof filter === 'string') return covers(filter, tool);
  return new RegExp(`^(?:${filter.source})$`, filter.flags.replaceAll(/[gy]/g, '')).test(tool);
}
