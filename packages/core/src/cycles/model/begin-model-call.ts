import type { Emission } from '../../context/context-state.ts';
import { refusal } from '../../context/refusal.ts';
import { passGate } from '../../gate/run-gate.ts';
import type { ModelStep, Refused } from '../../contract/adapter/index.ts';
import type { ModelRequest } from '../../contract/values/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { admitMessages, type Admission } from './admit-messages.ts';
import { andThen, isThenable } from '../../maybe-promise.ts';
import { differenceOf } from '../step/difference.ts';
import { supplied, type StepReturn } from '../step/after-step.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** How the gates before a model call ended. */
export type Opening =
  | {
      readonly kind: 'call';
      readonly changed: ModelRequest | undefined;
      readonly effective: () => ModelRequest;
      /** What the host's object says, to compare `changed` with; undefined if no hook was asked. */
      readonly original: ModelRequest | undefined;
    }
  /** A verdict supplied the response, or the error. */
  | {
      readonly kind: 'supplied' | 'answer';
      readonly arrived: StepReturn;
      readonly effective: () => ModelRequest;
    }
  | Refused;

type RequestStep = Pick<ModelStep<never>, 'request' | 'reread' | 'native' | 'unsupported'>;

/** Gates one attempt at a model call. The request is built only if somebody reads it. */
export function beginModelCall(
  chat: RunningChat,
  step: RequestStep,
  retriesLeft: number,
): MaybePromise<Opening> {
  chat.calls.attempts++;
  if (chat.startDenied !== undefined) return refusal(chat, chat.startDenied);
  const isFirst = retriesLeft === chat.registry.settings.retries;
  let built: ModelRequest | undefined;
  const original = (): ModelRequest => (built ??= step.request());
  if (!chat.listens('onUserMessage', 'onSystemMessage', 'onMessage', 'preRequest')) {
    return { kind: 'call', changed: undefined, effective: original, original: undefined };
  }
  if (!chat.listens('onUserMessage', 'onSystemMessage', 'onMessage'))
    return gateRequest(chat, step, {
      request: original(),
      original: original(),
      retriesLeft,
      isFirst,
    });
  const admitting = admitMessages(chat, original());
  const isAtOnce = isFirst && !isThenable(admitting);
  return andThen(admitting, (admission: Admission): MaybePromise<Opening> => {
    if (admission.kind === 'denied') return admission;
    if (admission.kind === 'request') {
      const { request } = admission;
      return gateRequest(chat, step, {
        request,
        original: original(),
        retriesLeft,
        isFirst: isAtOnce,
      });
    }
    const arrived: StepReturn = { kind: 'output', value: admission.answer, synthetic: true };
    return { kind: 'answer', arrived, effective: original };
  });
}

interface Asked {
  /** The request after the hooks on its messages. */
  readonly request: ModelRequest;
  /** The request before any hook. */
  readonly original: ModelRequest;
  readonly retriesLeft: number;
  /** Whether nothing was awaited since the request was read, so that the host's object still says the same. */
  readonly isFirst: boolean;
}

function gateRequest(chat: RunningChat, step: RequestStep, asked: Asked): MaybePromise<Opening> {
  const { request, original, retriesLeft } = asked;
  let readsAgain = !asked.isFirst;
  const callWith = (left: ModelRequest): Opening =>
    readsAgain ? callAsShown(step, left, original) : callOf(left, original);
  if (!chat.registry.slot('preRequest').active) return callWith(request);
  const { attempts: attempt, iteration } = chat.calls;
  const { native, unsupported } = step;
  const emission: Emission = { attempt, retriesLeft, iteration, native, unsupported };
  const passing = passGate(chat, 'preRequest', { request }, emission, (verdict): Opening => {
    switch (verdict?.decision) {
      case 'deny':
        return refusal(chat, verdict);
      case 'respond':
        return { kind: 'supplied', arrived: supplied(verdict.outcome), effective: () => request };
      default:
        return callWith(verdict?.decision === 'modify' ? (verdict.value as ModelRequest) : request);
    }
  });
  readsAgain = true;
  return passing;
}

function callOf(effective: ModelRequest, original: ModelRequest): Opening {
  return {
    kind: 'call',
    changed: effective === original ? undefined : effective,
    effective: () => effective,
    original,
  };
}

/** Keeps what hooks were asked about, after a wait in which the app may have changed the host's object. */
function callAsShown(step: RequestStep, left: ModelRequest, original: ModelRequest): Opening {
  const difference = step.reread && differenceOf(original, step.reread());
  if (difference === undefined) return callOf(left, original);
  const effective = difference.detached(left);
  return { kind: 'call', changed: effective, effective: () => effective, original: difference.now };
}
