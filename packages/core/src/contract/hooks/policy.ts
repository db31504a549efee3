import type { EventName } from '../events/event-map.ts';
import type { Disposer, Hook, HookOptions } from './hook.ts';
import type { Hooks } from './hooks.ts';
import type { MaybePromise } from './store.ts';
import type { ArgsOf, ToolMatch, TypedTool } from './tool-match.ts';

/**
 * A hook with its options, as a policy lists it.
 *
 * @example
 * const first: PolicyHook<'preRequest'> = { priority: 1, run: ({ request }) => ({ request: { ...request, model: 'small' } }) };
 * hooks.use({ name: 'small-model', hooks: { preRequest: first } });
 */
export interface PolicyHook<E extends EventName> extends HookOptions<E> {
  readonly run: Hook<E>;
}

/**
 * A policy's hooks by event: a function, a function with options, or several.
 *
 * @example
 * const tidy: PolicyHooks = { onResponse: ({ response }) => ({ response: mapText(response, (text) => text.trim()) }) };
 * hooks.use({ name: 'tidy', hooks: tidy });
 */
export type PolicyHooks = {
  readonly [E in EventName]?: Hook<E> | PolicyHook<E> | readonly (Hook<E> | PolicyHook<E>)[];
};

/** What every policy has beside its hooks. */
export interface PolicyBase {
  readonly name: string;
  /** Part of every approval digest: a new version voids old approvals. */
  readonly version?: string;
  readonly mode?: 'enforce' | 'monitor';
  /** Default priority of its hooks. */
  readonly priority?: number;
  /** Runs once at registration; hooks wait for it, and deny when it fails. */
  readonly setup?: (hooks: Hooks) => MaybePromise<Disposer | void>;
}

/**
 * A named, versioned bundle of hooks.
 *
 * @example
 * const closed: Policy = { name: 'closed', version: '1.0.0', hooks: { onUserMessage: () => ({ answer: 'We are closed.' }) } };
 * hooks.use(closed);
 */
export interface Policy extends PolicyBase {
  readonly hooks?: PolicyHooks;
}

/** The tools a policy's hooks are bound to, by event. */
export type PolicyTools = { readonly [E in EventName]?: unknown };

/** A policy as it is written down: its hooks see the arguments of the typed tools they are bound to. */
export interface TypedPolicy<Tools extends PolicyTools> extends PolicyBase {
  readonly hooks?: {
    readonly [E in keyof Tools]?: E extends EventName
      ? TypedHook<E, Tools[E]> | readonly TypedHook<E, Tools[E]>[]
      : never;
  };
}

type TypedHook<E extends EventName, T> = Hook<E> | BoundHook<E, BoundTool<T>>;

type BoundTool<T> = [T] extends [never] ? ToolMatch : T extends ToolMatch ? T : string;

type BoundHook<E extends EventName, T extends ToolMatch> = HookOptions<E, T> & {
  readonly run: Hook<E, ArgsOf<T>>;
} & RequiredTool<T>;

/** Beside hooks of a typed tool, one without a tool would be given their arguments. */
type RequiredTool<T> = [T] extends [TypedTool<unknown>] ? { readonly tool: T } : unknown;
