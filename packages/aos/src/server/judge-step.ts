import {
  deny,
  DeniedError,
  type AnyVerdict,
  type DecisionRecord,
  type Dict,
  type HistoryEntry,
  type Hooks,
  type PayloadOf,
  type Verb,
} from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { joinChat, noteCall, slotOf, type JoinOptions } from '@interpose/core/remote';

import type { AosEvent } from '../events/codecs.ts';

/** One step for the registry to judge. */
export interface Step {
  readonly event: AosEvent;
  readonly payload: Dict;
  readonly place: Omit<JoinOptions, 'host' | 'can'>;
  /** The request itself, for hooks that read `host`. */
  readonly native: unknown;
  readonly mayModify: boolean;
  /** True if the sender accepts an answer in place of the step. */
  readonly mayAnswer: boolean;
}

/** The decision of the registry: undefined for allow, and its record if there is one. */
export interface Judgement {
  readonly verdict: AnyVerdict | undefined;
  readonly record: DecisionRecord | undefined;
}

/** Asks a registry about single steps, and keeps the record of each for its answer. */
export class StepJudge {
  readonly #hooks: Hooks;
  /** One controller for each step in progress; undefined if no signal can end them. */
  readonly #running: Set<AbortController> | undefined;
  readonly #awaited = new Map<string, DecisionRecord | undefined>();

  /** Uses its own layer of hooks, so that the served registry makes no records for other callers. */
  constructor(hooks: Hooks, signal?: AbortSignal) {
    this.#running = signal && new Set();
    signal?.addEventListener('abort', () => {
      for (const step of this.#running ?? []) step.abort(signal.reason);
    });
    this.#hooks = hooks.extend();
    this.#hooks.observe('onDecision', ({ record }) => {
      if (this.#awaited.has(record.id)) this.#awaited.set(record.id, record);
    });
  }

  /** @throws what a hook with `onError: 'throw'` threw, or the reason of the caller's abort. */
  async judge(step: Step): Promise<Judgement> {
    const running = this.#running;
    if (running === undefined) return this.#judge(step);
    const own = new AbortController();
    running.add(own);
    try {
      return await this.#judge(step, { signal: own.signal });
    } finally {
      running.delete(own);
    }
  }

  async #judge(
    { event, payload, place, native, mayModify, mayAnswer }: Step,
    ends: { readonly signal?: AbortSignal } = {},
  ): Promise<Judgement> {
    const host = { framework: 'aos', version: '0.1.0', native };
    const can = { [event]: mayAnswer ? VERBS : VERBS.slice(0, mayModify ? 4 : 3) };
    const chat = joinChat(this.#hooks, { ...place, ...ends, host, can });
    const slot = slotOf(chat, event);
    if (!slot.active) return this.#noted(chat, { event, payload }, NOTHING_SAID);
    if (slot.boundToTools && isUnknownCall(payload)) return UNKNOWN_CALL;
    const ctx = slot.context({ ...payload } as unknown as PayloadOf<AosEvent>); // a codec of this event made it
    const { stepId } = ctx;
    this.#awaited.set(stepId, undefined);
    try {
      const ruling = await slot.run(ctx);
      const record = this.#awaited.get(stepId);
      const verdict = ruling === ctx ? undefined : (ruling as AnyVerdict);
      return this.#noted(chat, { event, payload }, { verdict, record });
    } catch (error) {
      // A policy denies so what a person has approved, such as a kill switch that was thrown meanwhile.
      if (!DeniedError.isInstance(error)) throw error;
      const { reason, code } = error.denial;
      const verdict = deny(reason, { code });
      return this.#noted(chat, { event, payload }, { verdict, record: undefined });
    } finally {
      this.#awaited.delete(stepId);
    }
  }

  /** Notes a call in the session's history, so that policies find the same history as in process. */
  #noted(
    chat: Chat,
    { event, payload }: Pick<Step, 'event' | 'payload'>,
    judgement: Judgement,
  ): Judgement {
    const denied = judgement.verdict?.decision === 'deny';
    const status = denied ? 'denied' : STATUS[event];
    const isEnd = event === 'preToolCall' ? denied : STATUS[event] !== undefined;
    if (!isEnd || status === undefined) return judgement;
    const { call, durationMs = 0, synthetic = false } = payload as unknown as NotedPayload; // of a tool event
    noteCall(chat, { call, status, durationMs, synthetic: denied ? false : synthetic });
    return judgement;
  }
}

type NotedPayload = Pick<HistoryEntry, 'call'> &
  Partial<Pick<HistoryEntry, 'durationMs' | 'synthetic'>>;

const STATUS: Partial<Readonly<Record<AosEvent, HistoryEntry['status']>>> = {
  onToolCallResult: 'result',
  onToolCallError: 'error',
};

const NOTHING_SAID: Judgement = { verdict: undefined, record: undefined };

/** The possible verbs: modify and respond depend on the sender. Others become `<verb>_unsupported`. */
const VERBS: readonly Verb[] = ['allow', 'deny', 'ask', 'modify', 'respond'];

/** Whether the call of a result is unknown: the result would pass every hook that is bound to a tool. */
function isUnknownCall({ call }: Dict): boolean {
  return (call as { readonly name: string } | undefined)?.name === '';
}

const UNKNOWN_CALL: Judgement = {
  verdict: deny('The guardian was not asked about the call that this belongs to.', {
    code: 'call_unknown',
  }),
  record: undefined,
};
