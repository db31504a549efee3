import type { Approver } from '../contract/decisions/approval.ts';
import type { Policy } from '../contract/hooks/hooks.ts';
import type { Hooks, HooksOptions } from '../contract/hooks/hooks.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import { createHooks } from '../create-hooks.ts';
import { checkHooks, runtimeOf } from '../chat/runtime-of.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { POLICY_KEYS } from '../registry/use-policy.ts';
import { inTime, LOADS_WITHIN_MS } from './in-time.ts';

/**
 * The contents of a module of policies: options for `createHooks`, or hooks that the module made itself.
 *
 * @example
 * const given: PolicyModule = { options: { policies: [{ name: 'closed', hooks: { preToolCall: () => deny('closed') } }] } };
 */
export type PolicyModule =
  | { readonly options: HooksOptions; readonly hooks?: never }
  | { readonly hooks: Hooks; readonly options?: never };

/**
 * The values that a module of policies may export, as default or as `policies`.
 *
 * @example
 * const exported: PolicyExport = async () => ({ name: 'closed', hooks: { preToolCall: () => deny('closed') } });
 */
export type PolicyExport = PolicyValue | (() => MaybePromise<PolicyValue>);

type PolicyValue = Policy | readonly Policy[] | HooksOptions | Hooks;

const REMEDY =
  'export a policy, a list of policies, options for createHooks, what createHooks returned, or a function that returns one of these, as default or as policies';

/**
 * Reads the exports of a module of policies, by the one rule of all programs of Interpose (law 13): the default export,
 * else `policies`. The value is a policy, a list of policies, options, hooks, or a function (also async) that returns
 * one of these. An exported `approver` is used if the options name none.
 *
 * @param module the namespace of the module, as `import()` gives it.
 * @param source the name of the module in messages.
 * @example
 * const closed: Policy = { name: 'closed', hooks: { preToolCall: () => deny('closed') } };
 * await readPolicyModule({ default: closed }, 'policies.mjs'); // => { options: { policies: [closed] } }
 * @throws InterposeError `policies_invalid` for anything else, `no_policies` for an empty list, `invalid_option` for
 * an object that looks like hooks but does not come from `createHooks`.
 */
export async function readPolicyModule(
  module: Readonly<Record<string, unknown>>,
  source: string,
): Promise<PolicyModule> {
  // A module that was compiled to CommonJS has all its exports inside the default.
  const whole = module['default'] as typeof module | null | undefined;
  const own = whole?.['__esModule'] === true ? whole : module;
  const exported = own['default'] ?? own['policies'];
  const given = await (typeof exported === 'function' ? (exported as () => unknown)() : exported);
  if (given === undefined || given === null) throw noPolicies(source);
  if (typeof given !== 'object') throw invalid(source, `exports ${typeof given}`);
  if (isHooks(given)) {
    checkHooks(given);
    if (own['approver'] === undefined) return { hooks: given };
    throw invalid(source, 'exports an approver beside hooks, which would not use it');
  }
  const options = optionsOf(given, source);
  refuseLeftOut(options, own['policies'], source);
  return { options: withApprover(options, own['approver'], source) };
}

/**
 * Returns the hooks of a module, ready to decide: its own, or new ones from its options, which win over the defaults.
 *
 * @example
 * const own = await hooksOf({ options: { policies: [{ name: 'closed', hooks: { preToolCall: () => deny('closed') } }] } }, 'policies.mjs');
 * await own.close();
 * @throws InterposeError `no_policies` if they listen to nothing, `policies_unreadable` if a setup does not settle
 * within 30 seconds, or the error of a registration or setup.
 */
export async function hooksOf(
  module: PolicyModule,
  source: string,
  defaults: HooksOptions = {},
): Promise<Hooks> {
  const hooks = module.hooks ?? createHooks({ ...defaults, ...module.options });
  await inTime(hooks.ready(), source, LOADS_WITHIN_MS);
  if (!runtimeOf(hooks).registry.listens) throw noPolicies(source);
  return hooks;
}

function isHooks(given: object): given is Hooks {
  return 'dispatch' in given && 'addHook' in given;
}

function optionsOf(given: object, source: string): HooksOptions {
  const isList = Array.isArray(given) || 'name' in given || 'hooks' in given;
  const options: HooksOptions = isList ? { policies: [given as Policy].flat() } : given;
  const { policies } = options;
  const isEmpty = Array.isArray(policies)
    ? policies.every(isIdle)
    : Object.keys(options).length === 0;
  if (isEmpty) throw noPolicies(source);
  return options;
}

/** Whether no step would ever ask this policy. Unknown keys are left to `createHooks`, which names them. */
function isIdle(policy: unknown): boolean {
  if (!isPolicy(policy) || policy.setup !== undefined) return false;
  if (Object.keys(policy).some((key) => !Object.hasOwn(POLICY_KEYS, key))) return false;
  return Object.values(policy.hooks ?? {}).flat().length === 0;
}

/** Throws for policies beside a default export that does not contain them: they would be left out without a word. */
function refuseLeftOut({ policies = [] }: HooksOptions, beside: unknown, source: string): void {
  if (typeof beside !== 'object' || beside === null) return;
  const left = [beside as Policy | readonly Policy[]].flat().filter((policy) => {
    return isPolicy(policy) && !policies.includes(policy);
  });
  if (left.length > 0)
    throw invalid(source, `exports ${left[0]!.name} in policies, which its default leaves out`);
}

function isPolicy(value: unknown): value is Policy {
  return typeof value === 'object' && value !== null && 'name' in value && !isHooks(value);
}

function withApprover(options: HooksOptions, approver: unknown, source: string): HooksOptions {
  if (approver === undefined || options.approver !== undefined) return options;
  if (typeof approver !== 'function')
    throw invalid(source, 'exports an approver that is not a function');
  return { ...options, approver: approver as Approver };
}

/** Returns the error for a module without policies. Everything would be allowed, just because of a typo. */
function noPolicies(source: string): InterposeError {
  return new InterposeError(
    'no_policies',
    `${source} holds no policy, so nothing would be asked`,
    REMEDY,
  );
}

function invalid(source: string, problem: string): InterposeError {
  return new InterposeError('policies_invalid', `${source} ${problem}`, REMEDY);
}
