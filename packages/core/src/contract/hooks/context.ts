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
  /** The host's own object behind this event; its type is the host's business. */
  readonly native?: unknown;
}

/**
 * What every hook sees, whatever the event.
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
  /** True when this step was suspended earlier and is now run again. */
  readonly resumed: boolean;
  /** Equals the record's id; unique per session. */
  readonly stepId: string;
  /** 0-based index of the model call in this chat. */
  readonly iteration?: number;
  /** 1 at first, raised by every retry. */
  readonly attempt: number;
  /** Dispatches this one is nested in. */
  readonly depth: number;
  /** Epoch milliseconds when the event was emitted. */
  readonly at: number;
  /** The agent that takes the step: `id`, `name` and what else is known of it. */
  readonly agent: AgentIdentity;
  /** On whose behalf the agent runs, where the app said so. */
  readonly user?: User;
  /** What the model said it was thinking, where it did. */
  readonly reasoning?: string;
  /** W3C trace context of the step. */
  readonly trace?: Trace;
  /** The SDK and its version; `host.native` is its own object behind this event. */
  readonly host: Host;
  /** The verbs this host can carry out here and now: in a stream that has begun to leave, fewer. */
  readonly can: readonly Verb[];
  /** `monitor` where the verdict of this hook will only be recorded. */
  readonly mode: 'enforce' | 'monitor';
  /** Aborts with the chat. */
  readonly signal: AbortSignal;
  /** Shared by the hooks of this one dispatch. */
  readonly metadata: Record<string, unknown>;
  /** The payload and the identity, as JSON can hold them. */
  toJSON(): Dict;
}

/** The payload with the tool's arguments typed, where the hook is bound to a typed tool. */
export type PayloadWithArgs<E extends EventName, Args> =
  PayloadOf<E> extends { readonly call: ToolCall }
    ? {
        readonly [K in keyof PayloadOf<E>]: K extends 'call' | 'originalCall'
          ? ToolCall<Readonly<Args>>
          : PayloadOf<E>[K];
      }
    : PayloadOf<E>;

/**
 * What a hook on one event sees; read-only, assigning to it throws `readonly_context`.
 *
 * @example
 * const nameOf = ({ call }: Context<'preToolCall'>): string => call.name;
 * hooks.addHook('preToolCall', (ctx) => (nameOf(ctx) === 'exec' ? deny('no shell') : undefined));
 */
export type Context<E extends EventName = EventName, Args = Dict> = E extends EventName
  ? Omit<BaseContext<E>, 'can' | keyof PayloadOf<E>> &
      Readonly<PayloadWithArgs<E, Args>> & { readonly can: readonly VerbOf<E>[] }
  : never;
