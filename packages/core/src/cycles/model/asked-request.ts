import type { Emission } from '../../context/context-state.ts';
import { refusal, type StandingVerdict } from '../../context/refusal.ts';
import { passGate } from '../../gate/run-gate.ts';
import type { ModelStep, Refused } from '../../contract/adapter/index.ts';
import type { ModelRequest } from '../../contract/values/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { admitMessages } from './admit-messages.ts';
import type { Admission } from './message-walk.ts';
import { isThenable } from '../../maybe-promise.ts';
import { differenceOf } from '../step/difference.ts';
import { supplied, type StepReturn } from '../step/after-step.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** How the gates before a model call ended. */
export type Opening =
  | { readonly kind: 'call' }
  /** A verdict supplied the response, or the error. */
  | { readonly kind: 'supplied' | 'answer'; readonly arrived: StepReturn }
  | Refused;

const CALL: Opening = Object.freeze({ kind: 'call' });

/** What every model step has, streamed or not. */
export type RequestStep = Pick<
  ModelStep<never>,
  'request' | 'reread' | 'native' | 'unsupported' | 'continues'
>;

/**
 * The request of one attempt at a model call. It is one object for all that the gates before the call find out, and
 * serves as the emission of preRequest: closures and literals would be made again for every call.
 */
export class AskedRequest<Step extends RequestStep = RequestStep> implements Emission {
  readonly attempt: number;
  readonly iteration: number;
  readonly retriesLeft: number;
  readonly native: unknown;
  readonly unsupported: Emission['unsupported'];
  /** What is sent in place of the host's object; `undefined` if that says what hooks left. */
  changed: ModelRequest | undefined;
  /** What the host's object says, to compare `changed` with; `undefined` if no hook was asked. */
  original: ModelRequest | undefined;
  readonly chat: RunningChat;
  readonly step: Step;
  #left: ModelRequest | undefined;
  /** Whether something was awaited since the request was read, so that the app may have changed the host's object. */
  #wasAwaited: boolean;

  constructor(chat: RunningChat, step: Step, retriesLeft: number) {
    this.attempt = ++chat.calls.attempts;
    this.iteration = chat.calls.iteration;
    this.retriesLeft = retriesLeft;
    this.native = step.native;
    this.unsupported = step.unsupported;
    this.changed = undefined;
    this.original = undefined;
    this.chat = chat;
    this.step = step;
    this.#left = undefined;
    this.#wasAwaited = retriesLeft !== chat.registry.settings.retries;
  }

  /** The request as hooks left it. It is built only if somebody reads it. */
  request(): ModelRequest {
    return (this.#left ??= this.step.request());
  }

  /** Asks the hooks on new messages, then those of preRequest. */
  begin(): MaybePromise<Opening> {
    const { chat } = this;
    if (chat.startDenied !== undefined) return refusal(chat, chat.startDenied);
    const admits =
      chat.hears('onUserMessage') || chat.hears('onSystemMessage') || chat.hears('onMessage');
    if (!admits && !chat.hears('preRequest')) return CALL;
    this.original = this.request();
    if (!admits) return this.#gate();
    const admitting = admitMessages(chat, this.original);
    if (!isThenable(admitting)) return this.#admit(admitting);
    this.#wasAwaited = true;
    return admitting.then((admission) => this.#admit(admission));
  }

  #admit(admission: Admission): MaybePromise<Opening> {
    if (admission.kind === 'denied') return admission;
    if (admission.kind === 'answer') {
      const arrived: StepReturn = { kind: 'output', value: admission.answer, synthetic: true };
      return { kind: 'answer', arrived };
    }
    this.#left = admission.request;
    return this.#gate();
  }

  #gate(): MaybePromise<Opening> {
    const { chat } = this;
    if (!chat.registry.slot('preRequest').active) return this.#send(this.request());
    const request = this.request();
    const passing = passGate(chat, 'preRequest', { request }, this, (verdict) =>
      this.#decide(verdict),
    );
    this.#wasAwaited = true;
    return passing;
  }

  #decide(verdict: StandingVerdict | undefined): Opening {
    switch (verdict?.decision) {
      case 'deny':
        return refusal(this.chat, verdict);
      case 'respond':
        return { kind: 'supplied', arrived: supplied(verdict.outcome) };
      case 'modify':
        return this.#send(verdict.value as ModelRequest);
      default:
        return this.#send(this.request());
    }
  }

  /** Keeps what hooks were asked about, also if the app changed the host's object during a wait. */
  #send(left: ModelRequest): Opening {
    const { step, original } = this;
    const difference =
      this.#wasAwaited && step.reread ? differenceOf(original, step.reread()) : undefined;
    this.#left = difference === undefined ? left : difference.detached(left);
    if (difference !== undefined) this.original = difference.now;
    this.changed = this.#left === this.original ? undefined : this.#left;
    return CALL;
  }
}
