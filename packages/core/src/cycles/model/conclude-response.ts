import type { Refused } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Failure, Message, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import type { AnyVerdict } from '../../contract/decisions/verdict.ts';
import { andThen } from '../../gate/maybe-promise.ts';
import type { Emission } from '../../gate/context/event-context.ts';
import { judge, type AfterEvents, type StepReturn, type JudgedReturn } from '../step/after-step.ts';
import { refusal, refusedBy } from '../step/refused.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** A response or error on its way back, and what is needed to judge it. */
export interface ReturningResponse {
  /** Undefined when nobody looks. */
  readonly arrived: StepReturn | undefined;
  readonly request: () => ModelRequest;
  readonly continues: (response: ModelResponse) => boolean;
  readonly emission: Emission;
  /** True when it answers the user's message in place of any model call. */
  readonly answered: boolean;
}

/** What the after-events made of it. */
export type ConcludedResponse =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'response'; readonly response: ModelResponse }
  | { readonly kind: 'error'; readonly error: Failure }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | Refused;

/** onResponse or onRequestError, then onAgentResponse for a final answer, then onMessage. */
export function concludeResponse(
  chat: RunningChat,
  returning: ReturningResponse,
): MaybePromise<ConcludedResponse> {
  const { arrived, emission } = returning;
  if (arrived === undefined) return UNTOUCHED;
  const judging: MaybePromise<JudgedReturn> = returning.answered
    ? arrived
    : judge(chat, afterEvents(returning), arrived, emission);
  return andThen(judging, (judged): MaybePromise<ConcludedResponse> => {
    switch (judged.kind) {
      case 'output':
        return concludeAnswer(chat, returning, judged.value as ModelResponse, judged.synthetic);
      case 'denied':
        return refusal(chat, judged.denial);
      default:
        return judged;
    }
  });
}

const UNTOUCHED: ConcludedResponse = Object.freeze({ kind: 'untouched' });

function concludeAnswer(
  chat: RunningChat,
  returning: ReturningResponse,
  response: ModelResponse,
  synthetic: boolean,
): MaybePromise<ConcludedResponse> {
  if (!chat.listens('onAgentResponse', 'onChatDone') || returning.continues(response))
    return commit(chat, response);
  const message = assistantMessage(response);
  return andThen(
    judgeAnswer(chat, message, synthetic, returning.emission),
    (answered): MaybePromise<ConcludedResponse> => {
      if (answered.kind !== 'message') return answered;
      if (chat.listens('onChatDone')) chat.answer = answered.message;
      return commit(
        chat,
        answered.message === message
          ? response
          : { ...response, content: answered.message.content },
      );
    },
  );
}

function commit(chat: RunningChat, response: ModelResponse): MaybePromise<ConcludedResponse> {
  const concluded: ConcludedResponse = { kind: 'response', response };
  if (!chat.listens('onMessage')) return concluded;
  return andThen(
    chat.dispatch('onMessage', { message: assistantMessage(response) }),
    () => concluded,
  );
}

/** What became of a final answer. */
export type JudgedAnswer =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | Refused;

/** Gates a message as the agent's final answer, whoever made it. */
export function judgeAnswer(
  chat: RunningChat,
  message: Message,
  synthetic: boolean,
  emission: Emission,
): MaybePromise<JudgedAnswer> {
  if (!chat.registry.slot('onAgentResponse').active) return { kind: 'message', message };
  const { ctx, ruling } = chat.gate('onAgentResponse', { message, synthetic }, emission);
  return andThen(ruling, (settled): JudgedAnswer => {
    const verdict = settled === ctx ? undefined : (settled as AnyVerdict);
    switch (verdict?.decision) {
      case 'deny':
        return refusedBy(chat, ctx, verdict);
      case 'retry':
        return { kind: 'retry', delayMs: verdict.delayMs ?? 0 };
      case 'modify':
        return { kind: 'message', message: verdict.value as Message };
      default:
        return { kind: 'message', message };
    }
  });
}

function assistantMessage({ content, citations }: ModelResponse): Message {
  return { role: 'assistant', content, ...(citations && { citations }) };
}

function afterEvents({ request }: ReturningResponse): AfterEvents {
  return {
    output: 'onResponse',
    error: 'onRequestError',
    outputKey: 'response',
    payload: ({ synthetic }) => ({
      synthetic,
      get request() {
        return request();
      },
    }),
  };
}
