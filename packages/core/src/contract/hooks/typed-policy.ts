import type { EventName, VerbOf } from '../events/event-map.ts';
import type { Hook, HookOptions } from './hook.ts';
import type { PolicyBase } from './hooks.ts';
import type { ArgsOf, ToolMatch, TypedTool } from './tool-match.ts';

/** The tools a policy's hooks are bound to, by event. */
export type PolicyTools = { readonly [E in EventName]?: unknown };

/** A policy as it is written down: its hooks see the arguments of the typed tools they are bound to. */
export interface TypedPolicy<Tools extends PolicyTools> extends PolicyBase {
  readonly hooks?: {
    readonly [E in keyof Tools]?: E extends EventName
      ? HookTaking<VerbOf<E>, E, Tools[E]> | readonly HookTaking<VerbOf<E>, E, Tools[E]>[]
      : never;
  };
}

/** The compiler tells a mistake by this name and the verbs, so they come first. */
type HookTaking<_Verbs, E extends EventName, T> = Hook<E> | BoundHook<E, BoundTool<T>>;

type BoundTool<T> = [T] extends [never] ? ToolMatch : T extends ToolMatch ? T : string;

type BoundHook<E extends EventName, T extends ToolMatch> = HookOptions<E, T> & {
  readonly run: Hook<E, ArgsOf<T>>;
} & RequiredTool<T>;

/** Beside hooks of a typed tool, one without a tool would be given their arguments. */
type RequiredTool<T> = [T] extends [TypedTool<unknown>] ? { readonly tool: T } : unknown;
