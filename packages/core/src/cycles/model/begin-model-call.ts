import type { Emission } from '../../context/context-state.ts';
import { refusal } from '../../context/refusal.ts';
import { passGate } from '../../gate/run-gate.ts';
import type { ModelStep, Refused } from '../../contract/adapter/index.ts';
import type { ModelRequest } from '../../contract/values/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { admitMessages, type Admission } from './admit-messages.ts';
import { andThen } from '../../maybe-promise.ts';
import { supplied, type StepReturn } from '../step/after-step.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** How the gates before a model call ended. */
export type Opening =
  | {
      readonly kind: 'call';
      readonly changed: ModelRequest | undefined;
      readonly effective: () => ModelRequest;
    }
  /** A verdict supplied the response, or the error. */
  | {
      readonly kind: 'supplied' | 'answer';
      readonly arrived: StepReturn;
      readonly effective: () => ModelRequest;
    }
  | Refused;

type RequestStep = Pick<ModelStep<never>, 'request' | 'native' | 'unsupported'>;

/** Gates one attempt at a model call. The request is built only if somebody reads it. */
export function beginModelCall(
  chat: RunningChat,
  step: RequestStep,
  retriesLeft: number,
): MaybePromise<Opening> {
  chat.calls.attempts++;
  if (chat.startDenied !== undefined) return refusal(chat, chat.startDenied);
  let built: ModelRequest | undefined;
  const original = (): ModelRequest => (built ??= step.request());
  if (!chat.listens('onUserMessage', 'onSystemMessage', 'onMessage', 'preRequest')) {
    return { kind: 'call', changed: undefined, effective: original };
  }
  if (!chat.listens('onUserMessage', 'onSystemMessage', 'onMessage'))
    return gateRequest(chat, step, original(), original(), retriesLeft);
  const admitting = admitMessages(chat, original());
  return andThen(admitting, (admission: Admission): MaybePromise<Opening> => {
    if (admission.kind === 'denied') return admission;
    if (admission.kind === 'request')
      return gateRequest(chat, step, admission.request, original(), retriesLeft);
    const arrived: StepReturn = { kind: 'output', value: admission.answer, synthetic: true };
    return { kind: 'answer', arrived, effective: original };
  });
}

function gateRequest(
  chat: RunningChat,
  step: RequestStep,
  request: ModelRequest,
  original: ModelRequest,
  retriesLeft: number,
): MaybePromise<Opening> {
  if (!chat.registry.slot('preRequest').active) return callWith(request, original);
  const { attempts: attempt, iteration } = chat.calls;
  const { native, unsupported } = step;
  const emission: Emission = { attempt, retriesLeft, iteration, native, unsupported };
  return passGate(chat, 'preRequest', { request }, emission, (verdict): Opening => {
    switch (verdict?.decision) {
      case 'deny':
        return refusal(chat, verdict);
      case 'respond':
        return { kind: 'supplied', arrived: supplied(verdict.outcome), effective: () => request };
      default:
        return callWith(
          verdict?.decision === 'modify' ? (verdict.value as ModelRequest) : request,
          original,
        );
    }
  });
}

function callWith(effective: ModelRequest, original: ModelRequest): Opening {
  return {
    kind: 'call',
    changed: effective === original ? undefined : effective,
    effective: () => effective,
  };
}
