import { aosEvents, isAfterEvent } from '@interpose/aos';
import {
  definePolicy,
  type ApprovalRequest,
  type Approver,
  type AnyVerdict,
  type BaseContext,
  type DenyVerdict,
  type Dict,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';
import { onBehalfOf } from '@interpose/core/remote';

import { stoppableOf, type Stoppable } from '../approvals/stop-of.ts';
import { frameworkOf, wireStep, type WireStep } from './wire-step.ts';

/** The facts about a step in progress, until its record comes. */
export interface StepNote {
  readonly parentChatId: string | undefined;
  /** The SDK that runs the agent and its version, if the agent says so. */
  readonly framework: string | undefined;
  /** The payload that came in. Its values belong to the step, so they are read and never kept. */
  readonly payload: Dict;
  /** The step after all hooks, with all changes in its payload; undefined if a hook ended it earlier. */
  after: BaseContext | undefined;
}

/** The answer of a person in place of a tool. */
export interface PersonsAnswer {
  readonly result: unknown;
  readonly words: string | undefined;
  /** The hooks that asked. */
  readonly by: readonly string[];
}

/** What tells the step of an ask from others. Agents name their chats and calls, so other sessions may have the same. */
type Asked = Pick<ApprovalRequest, 'sessionId' | 'chatId' | 'event' | 'value'>;
type Chatted = Pick<Asked, 'event' | 'chatId'>;

/** The step of an ask, and the answer that may replace it. */
export type AskedStep = Pick<StepNotes, 'wireOf' | 'answerWith'>;

type Stop = (step: Stoppable) => DenyVerdict | undefined;

/** The priority before and after all other hooks; guardians behind this one use a million. */
const OUTERMOST = 2_000_000;
const MOST = 50_000;

/** A step in progress. */
interface NotedStep extends StepNote {
  readonly ctx: BaseContext;
}

/**
 * The outermost hooks: the first ends steps that are switched off and notes the step, the last notes its final payload.
 * They get every event, so every step has a record.
 */
export class StepNotes {
  /** The step that began last. Most steps end before another begins, and need no look-up. */
  #latest: NotedStep | undefined;
  /** The other steps in progress. */
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

  /** Returns the note for the step of this record, once. */
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

  /** Returns the request of an open ask, found by its session, chat, event and call; the newest of equal ones. */
  wireOf(asked: Asked): WireStep | undefined {
    const isAsked = ({ ctx, payload }: NotedStep): boolean =>
      ctx.chatId === asked.chatId &&
      ctx.event === asked.event &&
      ctx.session.id === asked.sessionId &&
      callIdOf(payload) === callIdOf({ call: asked.value });
    const found =
      this.#latest !== undefined && isAsked(this.#latest)
        ? this.#latest
        : [...this.#notes.values()].findLast(isAsked);
    return found && wireStep(found.ctx.host.native);
  }

  /** Keeps a person's answer to replace the step when its hooks are asked again. */
  answerWith(asked: Asked, answer: PersonsAnswer): void {
    keep(this.#answers, placeOf(asked.sessionId, asked, { call: asked.value }), answer);
  }

  /** Wraps an approver: its yes counts only if the step was not switched off meanwhile. */
  unlessStopped(approver: Approver): Approver {
    return async (request) => {
      const answer = await approver(request);
      const isYes = (Object(answer) as { readonly approved?: unknown }).approved === true;
      const stopped = isYes ? this.#stop(stoppableOf(request)) : undefined;
      return stopped === undefined ? answer : { approved: false, reason: stopped.reason };
    };
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

  #takeAnswer(ctx: BaseContext, payload: Dict): PersonsAnswer | undefined {
    const place = placeOf(ctx.session.id, ctx, payload);
    const answer = this.#answers.get(place);
    this.#answers.delete(place);
    return answer;
  }

  /** Judges again: policies may have taken long, or changed which tool is called. */
  #last(ctx: BaseContext): DenyVerdict | undefined {
    const latest = this.#latest;
    const note = latest?.ctx === ctx ? latest : this.#notes.get(ctx.stepId);
    if (note !== undefined) note.after = ctx;
    const stopped = this.#stop(ctx);
    return stopped && onBehalfOf(stopped, ['guardian/stopped']);
  }
}

/** Keeps an entry; the oldest are dropped, since a step without a record leaves its note behind. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST) map.delete(map.keys().next().value!);
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

/** Returns the payload of a step, without its circumstances. */
export function payloadOf(ctx: BaseContext): Dict {
  const payload: Record<string, unknown> = {};
  const all = ctx.toJSON();
  for (const key in all) if (all[key] !== undefined && !IDENTITY.has(key)) payload[key] = all[key];
  return payload;
}

function placeOf(session: string, { event, chatId }: Chatted, payload: unknown): string {
  return JSON.stringify([event, callIdOf(payload), chatId, session]);
}

/** Returns the id of a tool call; an empty text for other steps. */
export function callIdOf(payload: unknown): string {
  const { call } = payload as { readonly call?: { readonly id?: unknown } };
  return typeof call?.id === 'string' ? call.id : '';
}

function verdictOf({ result, words, by }: PersonsAnswer): AnyVerdict {
  const reason = words === undefined ? {} : { reason: words };
  return onBehalfOf({ decision: 'respond', outcome: { result }, ...reason }, by);
}
