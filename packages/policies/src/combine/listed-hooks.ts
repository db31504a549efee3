import {
  checkOptions,
  InterposeError,
  type BaseContext,
  type HookOptions,
  type Policy,
  type ToolMatch,
} from '@interpose/core';

import { isPlain } from '../shared/values/is-plain.ts';

/** One hook of a policy with its options, for any event and in any form. */
export interface ListedHook extends Omit<HookOptions, 'tool' | 'when'> {
  readonly name: string;
  readonly run: (ctx: BaseContext) => unknown;
  readonly tool?: ToolMatch;
  readonly when?: (ctx: BaseContext) => boolean;
}

const REMEDY = 'pass { name, version, hooks }';
const KEYS = ['name', 'version', 'mode', 'priority', 'setup', 'hooks'];

type Written = ListedHook['run'] | (Omit<ListedHook, 'name'> & { readonly name?: string });

/**
 * Returns the hooks of a policy by event. Each hook carries the priority and the dry run of its policy, so that it
 * behaves the same inside another policy.
 *
 * @throws InterposeError `invalid_policy`.
 */
export function listedHooks(policy: Policy): ReadonlyMap<string, readonly ListedHook[]> {
  checkPolicy(policy);
  // The type of the event does not matter here: every hook gets the context of its own event.
  const entries = Object.entries((policy.hooks ?? {}) as Readonly<Record<string, unknown>>);
  return new Map(
    entries.map(([event, listed]) => [
      event,
      Array.from(Array.isArray(listed) ? listed : [listed], (hook: unknown) =>
        listedHook(policy, event, hook as Written),
      ),
    ]),
  );
}

function listedHook(policy: Policy, event: string, hook: Written): ListedHook {
  const written = typeof hook === 'function' ? { run: hook, name: hook.name || event } : hook;
  if (!isPlain(written) || typeof written.run !== 'function')
    throw invalid(policy.name, `its hook on ${event} is not a function`);
  const priority = written.priority ?? policy.priority;
  const mode = written.mode ?? (policy.mode === 'monitor' ? 'monitor' : undefined);
  return {
    ...written,
    name: written.name ?? event,
    ...(priority === undefined ? {} : { priority }),
    ...(mode === undefined ? {} : { mode }),
    // Both mean no limit, and only Infinity counts as the longest of several.
    ...(written.timeoutMs === 0 ? { timeoutMs: Infinity } : {}),
  };
}

function checkPolicy(policy: Policy): void {
  checkOptions('a policy to combine', policy ?? null, KEYS, [], 'invalid_policy');
  if (typeof policy.name !== 'string' || policy.name === '')
    throw new InterposeError('invalid_policy', 'a policy to combine has no name', REMEDY);
  // The same rule as in `createHooks`: inherited hooks, or hooks in a Map, would be left out of the combined policy.
  if (policy.hooks !== undefined && !isPlain(policy.hooks))
    throw invalid(policy.name, 'its hooks are not a plain object');
  if (policy.setup === undefined && Object.values(policy.hooks ?? {}).flat().length === 0)
    throw invalid(policy.name, 'it has no hooks');
}

function invalid(name: string, problem: string): InterposeError {
  return new InterposeError(
    'invalid_policy',
    `the policy ${name} cannot be combined: ${problem}`,
    REMEDY,
  );
}
