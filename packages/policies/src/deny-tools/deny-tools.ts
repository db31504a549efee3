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
import { MAX_NAME, matchNames, type NameTest } from '../shared/names/match-names.ts';
import { rememberNames } from '../shared/names/remember-names.ts';
import { foldName } from './fold-name.ts';

const OPTIONS = {
  agents: 'any',
  offer: 'boolean',
} satisfies Record<keyof DenyToolsOptions, OptionKind>;

/**
 * Options of `denyTools`.
 *
 * @example
 * const options: DenyToolsOptions = { agents: ['admin'], offer: true };
 */
export interface DenyToolsOptions {
  /** The agents that no hand-off or call may reach, by name. Default: the same list as the tools. */
  readonly agents?: readonly NameMatch[];
  /** True: denied tools stay in the request, and only calls of them are denied. Default: false. */
  readonly offer?: boolean;
}

/**
 * Keeps the agent from these tools and agents: they are neither offered to the model nor run.
 *
 * A name is also denied when only its case, width, accents, invisible characters or look-alike letters differ.
 *
 * @example
 * const hooks = createHooks({ policies: [denyTools(['exec', 'delete_*'])] });
 * @throws InterposeError `invalid_option` for an empty list, an empty name or what is no name.
 */
export function denyTools(tools: readonly NameMatch[], options?: DenyToolsOptions): Policy;
export function denyTools(
  tools: readonly NameMatch[],
  options: DenyToolsOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('denyTools', options, OPTIONS, more);
  const { agents = tools, offer = false } = options;
  const isTool = matchAlike('denyTools', tools);
  const isAgent = matchAlike('denyTools agents', agents);
  if (tools.length === 0 && agents.length === 0) {
    throw new InterposeError('invalid_option', 'denyTools denies nothing', 'name one');
  }
  return definePolicy({
    name: 'deny-tools',
    version: '1.0.0',
    // Runs late, so that it sees the names that earlier hooks left.
    priority: 900,
    hooks: gateNames({
      listed: listedTools(tools, inAnyCase),
      allowsTool: (name) => !isTool(name),
      allowsAgent: (name) => !isAgent(name),
      offer,
      problem: 'is denied here',
      code: 'tool_denied',
    }),
  });
}

/** Returns the pattern of a denied name without regard to case. */
function inAnyCase(name: NameMatch): RegExp {
  if (name instanceof RegExp) return new RegExp(name.source, `${name.flags.replace('i', '')}i`);
  const source = name.replaceAll(/[^\w*?]/g, '\\$&');
  return new RegExp(source.replaceAll('*', '.*').replaceAll('?', '.'), 'i');
}

/** Returns a test for denied names. An empty or overlong name is denied: nobody can have meant to let it pass. */
function matchAlike(option: string, names: readonly NameMatch[]): NameTest {
  const exact = matchNames(option, names);
  const folded = matchNames(
    option,
    names.map((name) => (typeof name === 'string' ? foldName(name) : inAnyCase(name))),
  );
  return rememberNames(
    (name) => name === '' || name.length > MAX_NAME || exact(name) || folded(foldName(name)),
  );
}
