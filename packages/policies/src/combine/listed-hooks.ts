import {
  checkOptions,
  InterposeError,
  type BaseContext,
  type HookOptions,
  type Policy,
  type ToolMatch,
} from '@interpose/core';

/** One hook of a policy with its options, whatever its event and its form were. */
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
 * A policy's hooks by event, each with the priority and the dry run that its policy gives it,
 * so that it behaves the same inside another policy.
 *
 * @throws InterposeError `invalid_policy`.
 */
export function listedHooks(policy: Policy): ReadonlyMap<string, readonly ListedHook[]> {
  checkPolicy(policy);
  // Which event a hook is for does not matter here: it gets the context of its own event back.
  const entries = Object.entries((policy.hooks ?? {}) as Readonly<Record<string, unknown>>);
  return new Map(
    entries.map(([event, listed]) => [
      event,
      (Array.isArray(listed) ? listed : [listed]).map((hook: unknown) =>
        listedHook(policy, event, hook as Written),
      ),
    ]),
  );
}

function listedHook(policy: Policy, event: string, hook: Written): ListedHook {
  const written = typeof hook === 'function' ? { run: hook, name: hook.name || event } : hook;
  if (typeof written !== 'object' || written === null || typeof written.run !== 'function')
    throw invalid(policy.name, `its hook on ${event} is not a function`);
  const priority = written.priority ?? policy.priority;
  const mode = written.mode ?? (policy.mode === 'monitor' ? 'monitor' : undefined);
  return {
    ...written,
    name: written.name ?? event,
    ...(priority === undefined ? {} : { priority }),
    ...(mode === undefined ? {} : { mode }),
  };
}

function checkPolicy(policy: Policy): void {
  checkOptions('a policy to combine', policy ?? null, KEYS, 'invalid_policy');
  if (typeof policy.name !== 'string' || policy.name === '')
    throw new InterposeError('invalid_policy', 'a policy to combine has no name', REMEDY);
  if (policy.hooks !== undefined && (typeof policy.hooks !== 'object' || policy.hooks === null))
    throw invalid(policy.name, 'its hooks are not an object');
}

function invalid(name: string, problem: string): InterposeError {
  return new InterposeError(
    'invalid_policy',
    `the policy ${name} cannot be combined: ${problem}`,
    REMEDY,
  );
}
