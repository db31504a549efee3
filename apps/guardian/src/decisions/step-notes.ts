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

import { frameworkOf, wireStep, type WireStep } from './wire-step.ts';

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

/** A step while it is decided. */
interface NotedStep extends StepNote {
  readonly ctx: BaseContext;
}

/**
 * Hooks around all others: the first ends what is switched off and notes the step, the last notes what became of it.
 * Since they hear every event, every step that is asked about has a record.
 */
export class StepNotes {
  /** The last that began; most end before another begins, and are found without a name. */
  #latest: NotedStep | undefined;
  /** The others that are being decided. */
  readonly #notes = new Map<string, NotedStep>();
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
    const latest = this.#latest;
    if (latest?.ctx.stepId === stepId) {
      this.#latest = undefined;
      if (this.#notes.size > 0) this.#notes.delete(stepId);
      return latest;
    }
    const note = this.#notes.get(stepId);
    this.#notes.delete(stepId);
    return note;
  }

  /** The request behind an ask that is being made, which knows its chat, event and call only; the newest where some are alike. */
  wireOf(chatId: string, event: string, callId: string): WireStep | undefined {
    const isAsked = ({ ctx, payload }: NotedStep): boolean =>
      ctx.event === event && ctx.chatId === chatId && callIdOf(payload) === callId;
    const found =
      this.#latest !== undefined && isAsked(this.#latest)
        ? this.#latest
        : [...this.#notes.values()].findLast(isAsked);
    return found && wireStep(found.ctx.host.native);
  }

  /** Lets what a person said stand in place of the step, once its hooks are asked again. */
  answerWith(step: { chatId: string; event: string; callId: string }, answer: PersonsAnswer): void {
    keep(this.#answers, `${step.event} ${step.callId} ${step.chatId}`, answer);
  }

  #first(ctx: BaseContext): AnyVerdict | undefined {
    const payload = payloadOf(ctx);
    const { parentChatId, host } = ctx;
    const before = this.#latest;
    if (before !== undefined && before.ctx !== ctx) keep(this.#notes, before.ctx.stepId, before);
    const framework = frameworkOf(host.native);
    this.#latest = { ctx, parentChatId, framework, payload, after: undefined };
    const answer = this.#answers.size === 0 ? undefined : this.#takeAnswer(ctx, payload);
    return this.#stop(ctx) ?? (answer && verdictOf(answer));
  }

  #takeAnswer({ event, chatId }: BaseContext, payload: Dict): PersonsAnswer | undefined {
    const step = `${event} ${callIdOf(payload)} ${chatId}`;
    const answer = this.#answers.get(step);
    this.#answers.delete(step);
    return answer;
  }

  #last(ctx: BaseContext): undefined {
    const latest = this.#latest;
    const note = latest?.ctx === ctx ? latest : this.#notes.get(ctx.stepId);
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
  const all = ctx.toJSON();
  for (const key in all) if (all[key] !== undefined && !IDENTITY.has(key)) payload[key] = all[key];
  return payload;
}

/** The id of a tool call, empty at other steps. */
export function callIdOf(payload: unknown): string {
  const { call } = payload as { readonly call?: { readonly id?: unknown } };
  return typeof call?.id === 'string' ? call.id : '';
}

function verdictOf({ result, words, by }: PersonsAnswer): AnyVerdict {
  const reason = words === undefined ? {} : { reason: words };
  return onBehalfOf({ decision: 'respond', outcome: { result }, ...reason }, by);
}
