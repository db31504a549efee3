import {
  checkOptions,
  definePolicy,
  deny,
  type DenyVerdict,
  InterposeError,
  type MaybePromise,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { isThenable } from '../shared/values/is-thenable.ts';
import { inBudget } from '../shared/budget/in-budget.ts';
import type { EgressOptions } from './rules/egress-options.ts';
import { egressRules, oneOf, type EgressRules } from './rules/egress-rules.ts';
import { judgeAddress, judgeTarget } from './rules/judge-target.ts';
import { linkHooks } from './links/link-hooks.ts';
import { machineResolver, rememberedNames, type JudgeName } from './hosts/resolve-names.ts';
import { targetsIn } from './targets/targets-in.ts';

const OPTIONS = {
  allow: 'list',
  deny: 'list',
  allowPrivate: 'list',
  schemes: 'list',
  ports: 'string or list',
  credentials: 'string',
  resolve: 'boolean or function',
  resolveTtlMs: 'any',
  tools: 'any',
  hostKeys: 'list',
  links: 'any',
} satisfies Record<keyof EgressOptions, OptionKind>;

const HOST_KEYS = 'host hosts hostname url urls uri href endpoint website webhook'.split(' ');

/**
 * Denies tool calls whose arguments name a host, scheme, port or address that tools must not connect to.
 *
 * @throws InterposeError `invalid_option` for options that cannot be meant.
 * @example
 * const hooks = createHooks({ policies: [guardEgress({ allow: ['api.example.com', '*.example.org'] })] });
 */
export function guardEgress(options?: EgressOptions): Policy;
export function guardEgress(options: EgressOptions = {}, ...more: readonly unknown[]): Policy {
  checkOptions('guardEgress', options, OPTIONS, more);
  const rules = egressRules(options);
  const links = linksOf(options);
  const hostKeys = new Set((options.hostKeys ?? HOST_KEYS).map(keyName));
  const judgeName = namesFrom(options, rules);
  return definePolicy({
    name: 'guard-egress',
    version: '1.0.0',
    hooks: inBudget({
      preToolCall: {
        ...(options.tools === undefined ? {} : { tool: options.tools }),
        run: ({ call }) => judgeArguments(call.args, hostKeys, rules, judgeName),
      },
      ...(links === 'keep' ? {} : linkHooks(links, rules)),
    }),
  });
}

/** The verdict on a step, or on a name in it; undefined allows. */
type Judged = DenyVerdict | undefined;

function keyName(key: string): string {
  if (typeof key === 'string' && key !== '' && key.trim() === key) return key.toLowerCase();
  throw new InterposeError(
    'invalid_option',
    `guardEgress: hostKeys holds ${JSON.stringify(key)}`,
    'list the names of arguments: ["url"]',
  );
}

function linksOf({ links = 'keep', allow }: EgressOptions): 'keep' | 'defang' | 'deny' {
  oneOf('links', links, ['keep', 'defang', 'deny']);
  if (links !== 'keep' && allow === undefined) {
    throw new InterposeError(
      'invalid_option',
      `guardEgress: links is "${links}" without a list of hosts`,
      'name the hosts that may be linked to in allow',
    );
  }
  return links;
}

function namesFrom(
  { resolve, resolveTtlMs = 30_000 }: EgressOptions,
  rules: EgressRules,
): JudgeName<Judged> {
  if (typeof resolve === 'boolean') oneOf('resolve', String(resolve), ['false']);
  if (!Number.isFinite(resolveTtlMs) || resolveTtlMs < 0) {
    throw new InterposeError(
      'invalid_option',
      `guardEgress: resolveTtlMs is ${String(resolveTtlMs)}`,
      'pass milliseconds',
    );
  }
  return rememberedNames(
    resolve === false || !resolve ? machineResolver : resolve,
    resolveTtlMs,
    (name, addresses) => judgeAddresses(name, addresses, rules),
  );
}

/** Judges arguments; synchronous unless a name has to be resolved. */
function judgeArguments(
  args: unknown,
  hostKeys: ReadonlySet<string>,
  rules: EgressRules,
  judgeName: JudgeName<Judged>,
): MaybePromise<Judged> {
  const targets = targetsIn(args, hostKeys);
  if (targets === undefined)
    return deny('the arguments are nested too deeply to be read', { code: 'egress_unreadable' });
  const names = new Set<string>();
  for (const target of targets) {
    const judged = judgeTarget(target, rules);
    if (judged.kind === 'denied') return deny(judged.reason, { code: judged.code });
    if (judged.kind === 'name') names.add(judged.host);
  }
  const judged = Array.from(names, judgeName);
  return judged.some(isThenable)
    ? Promise.all(judged.map(async (each) => each)).then(firstDenial)
    : firstDenial(judged as readonly Judged[]);
}

function firstDenial(judged: readonly Judged[]): Judged {
  return judged.find((each) => each !== undefined);
}

function judgeAddresses(name: string, addresses: readonly string[], rules: EgressRules): Judged {
  if (addresses.length === 0)
    return deny(`the name ${name} does not resolve`, { code: 'egress_unresolved' });
  for (const address of addresses) {
    const judged = judgeAddress(address, rules);
    if (judged.kind === 'denied')
      return deny(`the name ${name} resolves to what is denied: ${judged.reason}`, {
        code: judged.code,
      });
  }
  return undefined;
}
