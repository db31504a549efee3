import { aosEvents, type AosEvent } from '@interpose/aos';
import {
  definePolicy,
  type AnyVerdict,
  type BaseContext,
  type Dict,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';

/** What is known of a step that is being decided, until its record comes. */
export interface StepNote {
  readonly parentChatId: string | undefined;
  /** What came in; the values are those of the step, so they are read and never kept. */
  readonly payload: Dict;
  /** The payload after every change; undefined where something ended the step before. */
  after: Dict | undefined;
}

/** A step as it stands on the wire, for who asks people about it. */
export interface WireStep {
  readonly stepId: string | undefined;
  readonly native: unknown;
}

type Stop = (ctx: BaseContext) => AnyVerdict | undefined;

/** Before and after every other hook; guardians behind this one stand at a million. */
const OUTERMOST = 2_000_000;
const MOST = 50_000;
const AFTER: ReadonlySet<AosEvent> = new Set<AosEvent>([
  'onAgentResponse',
  'onToolCallResult',
  'onToolCallError',
  'onMemoryRetrieved',
  'onKnowledgeRetrieved',
  'onMcpMessage',
  'onA2aMessage',
]);

/**
 * Hooks around all others: the first ends what is switched off and notes the step, the last notes what became of it.
 * Since they hear every event, every step that is asked about has a record.
 */
export class StepNotes {
  readonly #notes = new Map<string, StepNote>();
  readonly #wire = new Map<string, WireStep>();
  readonly #stop: Stop;

  constructor(stop: Stop) {
    this.#stop = stop;
  }

  policy(): Policy {
    const hooks = aosEvents.map((event) => {
      const sign = AFTER.has(event) ? -1 : 1;
      const first = {
        name: 'stopped',
        priority: -OUTERMOST * sign,
        run: (ctx: BaseContext) => this.#first(ctx),
      };
      const last = {
        name: 'noted',
        priority: OUTERMOST * sign,
        run: (ctx: BaseContext) => this.#last(ctx),
      };
      return [event, [first, last]];
    });
    return definePolicy({ name: 'guardian', hooks: Object.fromEntries(hooks) as PolicyHooks });
  }

  /** What was noted of the step of this record, once. */
  take(stepId: string): StepNote | undefined {
    const note = this.#notes.get(stepId);
    this.#notes.delete(stepId);
    return note;
  }

  /** The request behind an ask, which knows its chat, event and call only. */
  wireOf(chatId: string, event: string, callId: string): WireStep | undefined {
    return this.#wire.get(`${event} ${callId} ${chatId}`);
  }

  #first(ctx: BaseContext): AnyVerdict | undefined {
    const payload = payloadOf(ctx);
    const { parentChatId, host, event, chatId } = ctx;
    keep(this.#notes, ctx.stepId, { parentChatId, payload, after: undefined });
    keep(this.#wire, `${event} ${callIdOf(payload)} ${chatId}`, wireStep(host.native));
    return this.#stop(ctx);
  }

  #last(ctx: BaseContext): undefined {
    const note = this.#notes.get(ctx.stepId);
    if (note !== undefined) note.after = payloadOf(ctx);
  }
}

/** A step without a record leaves its note behind; the oldest go. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const IDENTITY: ReadonlySet<string> = new Set([
  'event',
  'sessionId',
  'chatId',
  'parentChatId',
  'stepId',
  'attempt',
  'iteration',
  'at',
  'agent',
  'user',
]);

function payloadOf(ctx: BaseContext): Dict {
  const payload: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(ctx.toJSON()))
    if (!IDENTITY.has(key) && value !== undefined) payload[key] = value;
  return payload;
}

/** The id of a tool call, empty at other steps. */
export function callIdOf(payload: unknown): string {
  const { call } = payload as { readonly call?: { readonly id?: unknown } };
  return typeof call?.id === 'string' ? call.id : '';
}

interface Native {
  readonly params?: { readonly context?: { readonly stepId?: unknown } };
}

function wireStep(native: unknown): WireStep {
  const stepId = (native as Native | undefined)?.params?.context?.stepId;
  return { stepId: typeof stepId === 'string' ? stepId : undefined, native };
}
