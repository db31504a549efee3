import type { EventName, PayloadOf, VerbOf } from '../events/event-map.ts';
import type { SessionView } from './session.ts';
import type { AgentIdentity, Dict, ToolCall, Trace, User } from '../values/index.ts';
import type { Verb } from '../decisions/verdict.ts';

/**
 * The framework a hook runs in.
 *
 * @example
 * const host: Host = { framework: 'ai-sdk', version: '7.0.70' };
 */
export interface Host {
  /** For example `ai-sdk`, `langchain`, `openai-agents`, `openai`. */
  readonly framework: string;
  readonly version: string;
  /** The host's own object behind this event. Only the host defines its type. */
  readonly native?: unknown;
}

/**
 * The members that every context has, whatever the event.
 *
 * @example
 * hooks.addHook('preRequest', (ctx) => void describe(ctx));
 * function describe({ session, agent, attempt }: BaseContext): string {
 *   return `${agent.id} in ${session.id}, attempt ${attempt}`;
 * }
 */
export interface BaseContext<E extends string = string> {
  /** The name of the event, such as `preToolCall`. */
  readonly event: E;
  /** The session that this step belongs to, with its state; see below. */
  readonly session: SessionView;
  /** The chat that this step belongs to; unique. */
  readonly chatId: string;
  /** The chat of the agent that called this agent. */
  readonly parentChatId?: string;
  /** Whether this step was suspended earlier and now runs again. */
  readonly resumed: boolean;
  /** Unique in the session. The record of the decision has the same value as `id`. */
  readonly stepId: string;
  /** The index of the model call in this chat, from 0. */
  readonly iteration?: number;
  /** 1 at first; every retry adds 1. */
  readonly attempt: number;
  /** How many dispatches this one is nested in. */
  readonly depth: number;
  /** Epoch milliseconds when the event was emitted. */
  readonly at: number;
  /** The agent that takes the step: `id`, `name` and what else is known of it. */
  readonly agent: AgentIdentity;
  /** The user on whose behalf the agent runs, if the app named one. */
  readonly user?: User;
  /** The model's reasoning, if it gave any. */
  readonly reasoning?: string;
  /** W3C trace context of the step. */
  readonly trace?: Trace;
  /** The SDK and its version; `host.native` is its own object behind this event. */
  readonly host: Host;
  /** The verbs that this host can carry out here and now; fewer in a stream that has begun to leave. */
  readonly can: readonly Verb[];
  /** `monitor` if the verdict of this hook is only recorded. */
  readonly mode: 'enforce' | 'monitor';
  /** Aborts with the chat. */
  readonly signal: AbortSignal;
  /** Shared by the hooks of this one dispatch. */
  readonly metadata: Record<string, unknown>;
  /** Returns the payload and the identity, as far as JSON can hold them. */
  toJSON(): Dict;
}

/** The payload, with typed arguments if the hook is for a typed tool. */
export type PayloadWithArgs<E extends EventName, Args> =
  PayloadOf<E> extends { readonly call: ToolCall }
    ? {
        readonly [K in keyof PayloadOf<E>]: K extends 'call' | 'originalCall'
          ? ToolCall<Readonly<Args>>
          : PayloadOf<E>[K];
      }
    : PayloadOf<E>;

/**
 * The context of a hook on one event. It is read-only; assigning to it throws `readonly_context`.
 *
 * @example
 * const nameOf = ({ call }: Context<'preToolCall'>): string => call.name;
 * hooks.addHook('preToolCall', (ctx) => (nameOf(ctx) === 'exec' ? deny('no shell') : undefined));
 */
export type Context<E extends EventName = EventName, Args = Dict> = E extends EventName
  ? Omit<BaseContext<E>, 'can' | keyof PayloadOf<E>> &
      Readonly<PayloadWithArgs<E, Args>> & { readonly can: readonly VerbOf<E>[] }
  : never;
