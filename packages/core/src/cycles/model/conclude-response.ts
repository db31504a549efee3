import { passGate } from '../../gate/run-gate.ts';
import type { Refused } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Failure, Message, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import { andThen } from '../../maybe-promise.ts';
import type { Emission, Payload } from '../../context/context-state.ts';
import { type AfterEvents, judge, type JudgedReturn, type StepReturn } from '../step/after-step.ts';
import { refusal } from '../../context/refusal.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';
import type { Chat } from '../../contract/adapter/chat.ts';

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
    : judge(chat, afterEvents(chat, returning), arrived, emission);
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
function judgeAnswer(
  chat: RunningChat,
  message: Message,
  synthetic: boolean,
  emission: Emission,
): MaybePromise<JudgedAnswer> {
  if (!chat.registry.slot('onAgentResponse').active) return { kind: 'message', message };
  const payload = { message, synthetic };
  return passGate(chat, 'onAgentResponse', payload, emission, (verdict): JudgedAnswer => {
    switch (verdict?.decision) {
      case 'deny':
        return refusal(chat, verdict);
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

function afterEvents(chat: RunningChat, { request }: ReturningResponse): AfterEvents {
  // Where preRequest was asked the request is built already. A literal with every key in place has one shape for all
  // calls; a getter makes a shape of its own each time, and serves only to leave an unread request unbuilt.
  const isBuilt = chat.registry.slot('preRequest').active;
  return {
    output: 'onResponse',
    error: 'onRequestError',
    outputKey: 'response',
    payload: ({ kind, synthetic }) => {
      if (!isBuilt) return unbuiltPayload(request, synthetic);
      return kind === 'output'
        ? { response: undefined, request: request(), synthetic }
        : { error: undefined, request: request(), synthetic };
    },
  };
}

function unbuiltPayload(request: () => ModelRequest, synthetic: boolean): Payload {
  return {
    synthetic,
    get request() {
      return request();
    },
  };
}

/**
 * Gates a message that becomes the final answer although no model call made it, such as a tool result
 * the host returns directly: onAgentResponse, then onMessage.
 *
 * @example
 * const answer = await answerWith(chat, { role: 'assistant', content: [{ type: 'text', text: 'sunny' }] });
 * answer.kind; // => 'message'
 */
export async function answerWith(
  chat: Chat,
  message: Message,
): Promise<{ readonly kind: 'message'; readonly message: Message } | Refused> {
  const running = runningChat(chat);
  const judged = await judgeAnswer(running, message, false, { without: ['retry'] });
  if (judged.kind === 'retry') throw new TypeError('a retry was not carried out');
  if (judged.kind === 'denied') return judged;
  if (running.listens('onChatDone')) running.answer = judged.message;
  await running.dispatch('onMessage', { message: judged.message });
  return judged;
}
