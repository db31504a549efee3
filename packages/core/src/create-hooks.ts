import type { DispatchOptions, EventOptions, Hooks, HooksOptions } from './contract/hooks/hooks.ts';
import type { Scopes } from './contract/hooks/scopes.ts';
import { HookRegistry } from './registry/hook-registry.ts';
import { checkPolicies, readSettings } from './registry/options.ts';
import type { ResumeAnswer } from './contract/decisions/approval.ts';
import type {
  EventName,
  InterceptorName,
  PayloadOf,
  StepInputOf,
  SuppliedOf,
} from './contract/events/event-map.ts';
import type { Verdict } from './contract/decisions/hook-return.ts';
import type { StepOutcome } from './contract/decisions/outcome.ts';
import type { Policy } from './contract/hooks/hooks.ts';
import type { Disposer, ObserverOptions } from './contract/hooks/hook.ts';
import type { SessionOptions } from './contract/hooks/session.ts';
import type { MaybePromise } from './contract/hooks/store.ts';

import { createScopes } from './registry/scopes.ts';
import type { Callee } from './registry/registration.ts';
import { checkOptions } from './errors/check-options.ts';
import { usePolicy } from './registry/use-policy.ts';
import { readFinalAnswer } from './approvals/read-answer.ts';
import { answerSuspended } from './approvals/stored-approvals.ts';
import { around } from './cycles/step/run-step.ts';
import { closeHooks } from './chat/close-hooks.ts';
import { HooksRuntime } from './chat/hooks-runtime.ts';
import { RuntimeHolder, runtimeOf } from './chat/runtime-of.ts';
import { checkDispatch, sourceFor } from './chat/app-dispatch.ts';
import { checkSession, runInSession } from './chat/run-in-session.ts';
import { ALLOW } from './authoring/verdicts.ts';

/**
 * Makes a registry of policies and hooks.
 *
 * @example
 * const hooks = createHooks();
 * hooks.addHook('preToolCall', ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined));
 * @throws InterposeError `invalid_option` or `invalid_policy`.
 */
export function createHooks(options?: HooksOptions & NoPolicy): Hooks;
export function createHooks(options: HooksOptions = {}, ...more: readonly unknown[]): Hooks {
  return new LiveHooks(new HookRegistry(readSettings(options, more)), options.policies);
}

/** Rejects a policy in place of options. Both have some keys in common, so only a policy's own keys tell them apart. */
interface NoPolicy {
  readonly name?: never;
  readonly hooks?: never;
}

/** The registry that apps and adapters hold: methods over one runtime, so that a layer for each session stays small. */
class LiveHooks extends RuntimeHolder implements Hooks {
  readonly scopes: Scopes;
  readonly #runtime: HooksRuntime;

  constructor(registry: HookRegistry, policies: readonly Policy[] = [], parent?: HooksRuntime) {
    super((hooks) => new HooksRuntime(hooks, registry, parent));
    this.#runtime = runtimeOf(this);
    this.scopes =
      parent?.hooks.scopes ??
      createScopes((event, scope) => this.#runtime.scopeChanged(event, scope));
    for (const policy of policies) this.use(policy);
  }

  addHook(
    event: string,
    hook: unknown,
    options: object = {},
    ...more: readonly unknown[]
  ): Disposer {
    return this.#runtime.registry.add(event, hook as Callee, options, undefined, more);
  }

  observe(
    event: string,
    observer: unknown,
    options: ObserverOptions = {},
    ...more: readonly unknown[]
  ): Disposer {
    return this.#runtime.registry.observe(event, observer as Callee, options, more);
  }

  use(policy: Policy, ...more: readonly unknown[]): Disposer {
    checkOptions('use', undefined, [], more);
    const used = usePolicy(this.#runtime.registry, this, policy);
    if (used.ready !== undefined) (this.#runtime.setups ??= []).push(used.ready);
    return used;
  }

  defineEvent(name: string, options: EventOptions, ...more: readonly unknown[]): void {
    this.#runtime.registry.defineEvent(name, options, more);
  }

  dispatch<E extends EventName>(
    event: E,
    payload: PayloadOf<E>,
    options?: DispatchOptions,
  ): MaybePromise<Verdict<E>> {
    if (!this.#runtime.registry.slot(event).active) {
      if (options !== undefined) checkDispatch(options);
      return ALLOW;
    }
    // For a verb that the event does not take, the gate has returned a deny.
    return sourceFor(this.#runtime, options).dispatch(event, payload) as MaybePromise<Verdict<E>>;
  }

  step<E extends InterceptorName, Output>(
    event: E,
    payload: PayloadOf<E>,
    act: (value: StepInputOf<E>) => MaybePromise<Output>,
    options?: DispatchOptions,
  ): Promise<StepOutcome<Output | SuppliedOf<E>>> {
    return around(sourceFor(this.#runtime, options), event, payload, act);
  }

  inSession<T>(session: SessionOptions, run: () => T): Promise<Awaited<T>> {
    return runInSession(this.#runtime, session, run) as Promise<Awaited<T>>;
  }

  async endSession(id: string): Promise<void> {
    checkSession({ id });
    await this.#runtime.sessions.endById(id);
  }

  async resume(token: string, answer: ResumeAnswer): Promise<void> {
    await answerSuspended(this.#runtime.registry.settings.store, token, readFinalAnswer(answer));
  }

  extend(
    options: Pick<HooksOptions, 'policies' | 'approver'> = {},
    ...more: readonly unknown[]
  ): Hooks {
    checkOptions('extend', options, { approver: 'function', policies: 'any' }, more);
    checkPolicies('extend', options);
    const { policies, approver } = options;
    const { registry } = this.#runtime;
    const settings =
      approver === undefined ? registry.settings : { ...registry.settings, approver };
    return new LiveHooks(new HookRegistry(settings, registry), policies, this.#runtime);
  }

  flush(): Promise<void> {
    return this.#runtime.observers.settle();
  }

  async ready(): Promise<void> {
    await Promise.all(this.#runtime.setups ?? []);
  }

  close(): Promise<void> {
    return closeHooks(this.#runtime);
  }
}
