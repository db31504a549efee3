import type { EventName, VerbOf } from '../events/event-map.ts';
import type { Hook, HookOptions } from './hook.ts';
import type { PolicyBase } from './hooks.ts';
import type { ArgsOf, ToolMatch, TypedTool } from './tool-match.ts';

/** The tools that a policy's hooks are for, by event. */
export type PolicyTools = { readonly [E in EventName]?: unknown };

/** A policy as authors write it. Its hooks get typed arguments if they are for typed tools. */
export interface TypedPolicy<Tools extends PolicyTools> extends PolicyBase {
  readonly hooks?: {
    readonly [E in keyof Tools]?: E extends EventName
      ? HookTaking<VerbOf<E>, E, Tools[E]> | readonly HookTaking<VerbOf<E>, E, Tools[E]>[]
      : never;
  };
}

/** The compiler shows this name and the verbs in its message about a mistake, so they come first. */
type HookTaking<_Verbs, E extends EventName, T> = Hook<E> | BoundHook<E, BoundTool<T>>;

type BoundTool<T> = [T] extends [never] ? ToolMatch : T extends ToolMatch ? T : string;

type BoundHook<E extends EventName, T extends ToolMatch> = HookOptions<E, T> & {
  readonly run: Hook<E, ArgsOf<T>>;
} & RequiredTool<T>;

/** In a list with a typed tool, each hook needs a tool: without one it would get arguments of the typed tool. */
type RequiredTool<T> = [T] extends [TypedTool<unknown>] ? { readonly tool: T } : unknown;
