import {
  checkOptions,
  definePolicy,
  InterposeError,
  type NameMatch,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { gateNames } from '../shared/names/gate-names.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { matchNames } from '../shared/names/match-names.ts';

const OPTIONS = {
  agents: 'any',
  offer: 'boolean',
} satisfies Record<keyof AllowToolsOptions, OptionKind>;

/**
 * Options of `allowTools`.
 *
 * @example
 * const options: AllowToolsOptions = { agents: ['researcher'], offer: true };
 */
export interface AllowToolsOptions {
  /** The agents that a hand-off or a call may reach, by name. Default: the same list as the tools. */
  readonly agents?: readonly NameMatch[];
  /** True: tools that are not allowed stay in the request, and only calls of them are denied. Default: false. */
  readonly offer?: boolean;
}

/**
 * Lets the agent reach only these tools and agents: others are neither offered to the model nor run.
 *
 * Names match as a whole and exactly: exact, alternatives `a|b`, globs with `*` and `?`, or a RegExp.
 *
 * @example
 * const hooks = createHooks({ policies: [allowTools(['search', 'billing_*'])] });
 * @throws InterposeError `invalid_option` for an empty name, what is no name, or a RegExp that folds Unicode case.
 */
export function allowTools(tools: readonly NameMatch[], options?: AllowToolsOptions): Policy;
export function allowTools(
  tools: readonly NameMatch[],
  options: AllowToolsOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('allowTools', options, OPTIONS, more);
  const { agents = tools, offer = false } = options;
  return definePolicy({
    name: 'allow-tools',
    version: '1.0.0',
    // Runs late, so that it sees the names that earlier hooks left.
    priority: 900,
    hooks: gateNames({
      allowsTool: matchExactly('allowTools', tools),
      allowsAgent: matchExactly('allowTools agents', agents),
      listed: listedTools(tools),
      offer,
      problem: 'is not allowed here',
      code: 'tool_not_allowed',
    }),
  });
}

function matchExactly(option: string, names: readonly NameMatch[]): (name: string) => boolean {
  const matches = matchNames(option, names);
  for (const name of names) {
    if (name instanceof RegExp && name.ignoreCase && (name.unicode || name.unicodeSets)) {
      throw new InterposeError(
        'invalid_option',
        `${option} holds ${String(name)}, which lets look-alikes of ASCII letters pass`,
        'drop one of the flags',
      );
    }
  }
  return matches;
}
