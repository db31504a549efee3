import { passGate } from '../../gate/run-gate.ts';
import type { Refused } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import type { Failure, Message, ModelResponse } from '../../contract/values/index.ts';
import { andThen, isThenable } from '../../maybe-promise.ts';
import type { Emission } from '../../context/context-state.ts';
import type { AskedRequest } from './asked-request.ts';
import { whyCited } from './changed-citations.ts';
import { judge, type JudgedReturn, type StepReturn } from '../step/after-step.ts';
import { ResponseEvents } from './response-events.ts';
import { refusal } from '../../context/refusal.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';
import type { Chat } from '../../contract/adapter/chat.ts';

/** The response after its events. */
export type ConcludedResponse =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'response'; readonly response: ModelResponse }
  | { readonly kind: 'error'; readonly error: Failure }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | Refused;

/**
 * Fires onResponse or onRequestError, then onAgentResponse for a final answer, then onMessage. Nothing has `arrived` if
 * nobody reads the response; `answered` is true if it answers the user's message in place of any model call.
 */
export function concludeResponse(
  asked: AskedRequest,
  arrived: StepReturn | undefined,
  answered: boolean,
  tooLate?: readonly Verb[],
): MaybePromise<ConcludedResponse> {
  if (arrived === undefined) return UNTOUCHED;
  const { chat, attempt, retriesLeft, iteration, native } = asked;
  const unsupported = whyCited;
  const emission: Emission = { attempt, retriesLeft, iteration, native, unsupported, tooLate };
  const judging: MaybePromise<JudgedReturn> = answered
    ? arrived
    : judge(chat, new ResponseEvents(asked), arrived, emission);
  return isThenable(judging)
    ? concludeLater(asked, emission, judging)
    : concludeJudged(asked, emission, judging);
}

/** Apart, so that a response makes no closure if its hooks answer at once. */
function concludeLater(
  asked: AskedRequest,
  emission: Emission,
  judging: PromiseLike<JudgedReturn>,
): PromiseLike<ConcludedResponse> {
  return judging.then((judged) => concludeJudged(asked, emission, judged));
}

function concludeJudged(
  { chat, step }: AskedRequest,
  emission: Emission,
  judged: JudgedReturn,
): MaybePromise<ConcludedResponse> {
  switch (judged.kind) {
    case 'output':
      return concludeAnswer(chat, step, emission, judged);
    case 'denied':
      return refusal(chat, judged.denial);
    default:
      return judged;
  }
}

const UNTOUCHED: ConcludedResponse = Object.freeze({ kind: 'untouched' });

function concludeAnswer(
  chat: RunningChat,
  step: AskedRequest['step'],
  emission: Emission,
  { value, synthetic }: Extract<JudgedReturn, { kind: 'output' }>,
): MaybePromise<ConcludedResponse> {
  const response = value as ModelResponse;
  const isHeard = chat.hears('onAgentResponse') || chat.hears('onChatDone');
  return !isHeard || step.continues(response)
    ? commit(chat, response)
    : concludeFinal(chat, response, synthetic, emission);
}

/** Judges and commits a final answer that somebody listens to. */
function concludeFinal(
  chat: RunningChat,
  response: ModelResponse,
  synthetic: boolean,
  emission: Emission,
): MaybePromise<ConcludedResponse> {
  const message = assistantMessage(response);
  const judging = judgeAnswer(chat, message, synthetic, emission);
  return andThen(judging, (answered): MaybePromise<ConcludedResponse> => {
    if (answered.kind !== 'message') return answered;
    if (chat.hears('onChatDone')) chat.calls.answer = answered.message;
    const same = answered.message === message;
    return commit(chat, same ? response : { ...response, content: answered.message.content });
  });
}

function commit(chat: RunningChat, response: ModelResponse): MaybePromise<ConcludedResponse> {
  const concluded: ConcludedResponse = { kind: 'response', response };
  if (!chat.hears('onMessage')) return concluded;
  return andThen(
    chat.dispatch('onMessage', { message: assistantMessage(response) }),
    () => concluded,
  );
}

/** A final answer after its gate. */
export type JudgedAnswer =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | Refused;

/** Gates a message as the agent's final answer, whoever made the message. */
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

/**
 * Gates a message that becomes the final answer without a model call, such as a tool result that the host returns
 * directly. It fires onAgentResponse, then onMessage.
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
  const emission: Emission = { without: ['retry'], unsupported: whyCited };
  const judged = await judgeAnswer(running, message, false, emission);
  if (judged.kind === 'retry') throw new TypeError('a retry was not carried out');
  if (judged.kind === 'denied') return judged;
  if (running.hears('onChatDone')) running.calls.answer = judged.message;
  await running.dispatch('onMessage', { message: judged.message });
  return judged;
}
