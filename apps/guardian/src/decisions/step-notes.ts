import { aosEvents, isAfterEvent } from '@interpose/aos';
import {
  definePolicy,
  type AnyVerdict,
  type BaseContext,
  type Dict,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';
import { onBehalfOf } from '@interpose/core/remote';

/** What is known of a step that is being decided, until its record comes. */
export interface StepNote {
  readonly parentChatId: string | undefined;
  /** The SDK that runs the agent and its version, where the agent says so. */
  readonly framework: string | undefined;
  /** What came in; the values are those of the step, so they are read and never kept. */
  readonly payload: Dict;
  /** The step after every hook, whose payload is what came of all changes; undefined where something ended it before. */
  after: BaseContext | undefined;
}

/** A step as it stands on the wire, for who asks people about it. */
export interface WireStep {
  readonly stepId: string | undefined;
  /** True where the agent takes an answer in place of the tool. */
  readonly takesAnswers: boolean;
}

/** What a person answered in place of a tool. */
export interface PersonsAnswer {
  readonly result: unknown;
  readonly words: string | undefined;
  /** The hooks that asked. */
  readonly by: readonly string[];
}

/** The step behind an ask, and what may stand in its place. */
export type AskedStep = Pick<StepNotes, 'wireOf' | 'answerWith'>;

type Stop = (ctx: BaseContext) => AnyVerdict | undefined;

/** Before and after every other hook; guardians behind this one stand at a million. */
const OUTERMOST = 2_000_000;
const MOST = 50_000;

/**
 * Hooks around all others: the first ends what is switched off and notes the step, the last notes what became of it.
 * Since they hear every event, every step that is asked about has a record.
 */
export class StepNotes {
  readonly #notes = new Map<string, StepNote>();
  readonly #wire = new Map<string, WireStep>();
  readonly #answers = new Map<string, PersonsAnswer>();
  readonly #stop: Stop;

  constructor(stop: Stop) {
    this.#stop = stop;
  }

  policy(): Policy {
    const hooks = aosEvents.map((event) => {
      const sign = isAfterEvent(event) ? -1 : 1;
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

  /** Lets what a person said stand in place of the step, once its hooks are asked again. */
  answerWith(step: { chatId: string; event: string; callId: string }, answer: PersonsAnswer): void {
    keep(this.#answers, `${step.event} ${step.callId} ${step.chatId}`, answer);
  }

  #first(ctx: BaseContext): AnyVerdict | undefined {
    const payload = payloadOf(ctx);
    const { parentChatId, host, event, chatId } = ctx;
    const framework = frameworkOf(host.native);
    keep(this.#notes, ctx.stepId, { parentChatId, framework, payload, after: undefined });
    const step = `${event} ${callIdOf(payload)} ${chatId}`;
    keep(this.#wire, step, wireStep(host.native));
    const answer = this.#answers.size === 0 ? undefined : this.#answers.get(step);
    if (answer !== undefined) this.#answers.delete(step);
    return this.#stop(ctx) ?? (answer && verdictOf(answer));
  }

  #last(ctx: BaseContext): undefined {
    const note = this.#notes.get(ctx.stepId);
    if (note !== undefined) note.after = ctx;
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

/** What a step is about, without who, where and when. */
export function payloadOf(ctx: BaseContext): Dict {
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
  readonly params?: {
    readonly context?: {
      readonly stepId?: unknown;
      readonly interpose?: {
        readonly answers?: unknown;
        readonly host?: { readonly framework?: unknown; readonly version?: unknown };
      };
    };
  };
}

const LONGEST = 100;

function frameworkOf(native: unknown): string | undefined {
  const { framework, version } =
    (native as Native | undefined)?.params?.context?.interpose?.host ?? {};
  if (typeof framework !== 'string') return undefined;
  const whole =
    typeof version === 'string' && version !== 'unknown' ? `${framework} ${version}` : framework;
  return whole.slice(0, LONGEST);
}

function wireStep(native: unknown): WireStep {
  const context = (native as Native | undefined)?.params?.context;
  const stepId = context?.stepId;
  const takesAnswers = context?.interpose?.answers === true;
  return { stepId: typeof stepId === 'string' ? stepId : undefined, takesAnswers };
}

function verdictOf({ result, words, by }: PersonsAnswer): AnyVerdict {
  const reason = words === undefined ? {} : { reason: words };
  return onBehalfOf({ decision: 'respond', outcome: { result }, ...reason }, by);
}
