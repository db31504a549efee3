import type { Disposer, HookOptions } from '../contract/hooks/hook.ts';
import type { Policy } from '../contract/hooks/hooks.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { disposer } from './disposer.ts';
import type { Callee } from './registration.ts';
import type { HookRegistry } from './hook-registry.ts';
import { checkOptions, told, typeOf, type OptionKinds } from '../errors/check-options.ts';
import { isThenable } from '../maybe-promise.ts';
import { MODES } from './modes.ts';

type Listed = Callee | (HookOptions<never> & { readonly run: Callee });

/** All keys of a policy. */
export const POLICY_KEYS: OptionKinds = {
  name: 'string',
  version: 'string',
  mode: MODES,
  priority: 'number',
  setup: 'function',
  hooks: 'any',
};

const REMEDY = 'pass { name, version, hooks }';

/**
 * Registers a policy's hooks and runs its setup. The hooks are in place at once. They wait until an asynchronous setup
 * has settled; if it failed, they fail too, which denies.
 *
 * @throws InterposeError `invalid_policy`, `duplicate_policy`, `invalid_option`, or what a synchronous setup threw.
 */
export function usePolicy(registry: HookRegistry, hooks: Hooks, policy: Policy): Disposer {
  checkPolicy(policy);
  registry.claimPolicy(policy.name);
  let setup: Promise<void> | undefined;
  const disposers: Disposer[] = [];
  let disposed = false;
  const dispose = (): void => {
    disposed = true;
    registry.releasePolicy(policy.name);
    for (const each of disposers.splice(0)) each();
  };
  try {
    for (const [event, listed] of Object.entries(policy.hooks ?? {})) {
      for (const hook of (Array.isArray(listed) ? listed : [listed]) as readonly Listed[]) {
        disposers.push(register(registry, policy, event, hook, () => setup));
      }
    }
    if (disposers.length === 0 && policy.setup === undefined)
      throw invalid(policy.name, 'it has no hooks');
    const started = policy.setup?.(hooks);
    if (isThenable(started)) {
      setup = Promise.resolve(started).then((late) => {
        setup = undefined;
        if (late === undefined) return;
        if (disposed) late();
        else disposers.push(late);
      });
      setup.catch(() => undefined);
    } else if (started !== undefined) {
      disposers.push(started);
    }
  } catch (error) {
    dispose();
    throw error;
  }
  return disposer(dispose, setup);
}

function register(
  registry: HookRegistry,
  policy: Policy,
  event: string,
  hook: Listed,
  pending: () => Promise<void> | undefined,
): Disposer {
  const { run, ...options } = typeof hook === 'function' ? { run: hook } : (hook ?? {});
  if (typeof run !== 'function')
    throw invalid(policy.name, `its hook on ${event} is not a function`);
  if (typeof hook !== 'function' && !isPlain(hook))
    throw invalid(policy.name, `its hook on ${event} is not a plain object`);
  const call = (ctx: never): unknown => {
    const waiting = pending();
    return waiting === undefined ? run(ctx) : waiting.then(() => run(ctx));
  };
  const ready = policy.setup === undefined ? run : call;
  return registry.add(
    event,
    ready,
    { name: (typeof hook === 'function' && run.name) || event, ...options },
    policy,
  );
}

function checkPolicy(policy: Policy): void {
  const kind = typeOf(policy);
  if (kind !== 'object')
    throw new InterposeError(
      'invalid_policy',
      `${told(policy)} stands where a policy belongs`,
      SLIPS[kind] ?? REMEDY,
    );
  if (!policy.name) throw new InterposeError('invalid_policy', 'a policy has no name', REMEDY);
  if (policy.hooks !== undefined && !isPlain(policy.hooks)) {
    throw invalid(policy.name, 'its hooks are not a plain object');
  }
  checkOptions(`the policy ${policy.name}`, policy, POLICY_KEYS, [], 'invalid_policy');
}

/** The advice for values that stand in place of a policy. */
const SLIPS: Readonly<Record<string, string>> = {
  function: 'call it: allowTools([]), not allowTools',
  list: 'spread it: policies: [...list]',
  Promise: 'await it before createHooks',
};

/** Whether this is a plain object. Inherited members, such as methods of a class, would not be registered. */
function isPlain(value: unknown): boolean {
  if (typeOf(value) !== 'object') return false;
  const parent: unknown = Object.getPrototypeOf(value);
  // This also accepts plain objects of another realm, such as those of a test runner.
  return parent === null || Object.getPrototypeOf(parent) === null;
}

function invalid(name: string, problem: string): InterposeError {
  return new InterposeError(
    'invalid_policy',
    `the policy ${name} cannot be used: ${problem}`,
    REMEDY,
  );
}
