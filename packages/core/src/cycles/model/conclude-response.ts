import { passGate } from '../../gate/run-gate.ts';
import type { Refused } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import type { Failure, Message, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import { andThen, isThenable } from '../../maybe-promise.ts';
import type { Emission, Payload } from '../../context/context-state.ts';
import { whyCited } from './changed-citations.ts';
import { type AfterEvents, judge, type JudgedReturn, type StepReturn } from '../step/after-step.ts';
import { refusal } from '../../context/refusal.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';
import type { Chat } from '../../contract/adapter/chat.ts';

/** A response or error on its way back, with everything that is needed to judge it. */
export interface ReturningResponse {
  /** Undefined if nobody reads the response. */
  readonly arrived: StepReturn | undefined;
  readonly request: () => ModelRequest;
  /** Says whether the app will run tool calls of a response. */
  readonly step: { continues(response: ModelResponse): boolean };
  /** The host's object for `ctx.host.native`. */
  readonly native: unknown;
  readonly retriesLeft: number;
  readonly tooLate?: readonly Verb[];
  /** Whether it answers the user's message in place of any model call. */
  readonly answered: boolean;
}

/** The response after its events. */
export type ConcludedResponse =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'response'; readonly response: ModelResponse }
  | { readonly kind: 'error'; readonly error: Failure }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | Refused;

/** Fires onResponse or onRequestError, then onAgentResponse for a final answer, then onMessage. */
export function concludeResponse(
  chat: RunningChat,
  returning: ReturningResponse,
): MaybePromise<ConcludedResponse> {
  const { arrived, native, retriesLeft, tooLate } = returning;
  if (arrived === undefined) return UNTOUCHED;
  const { attempts: attempt, iteration } = chat.calls;
  const unsupported = whyCited;
  const emission: Emission = { attempt, retriesLeft, iteration, native, unsupported, tooLate };
  const judging: MaybePromise<JudgedReturn> = returning.answered
    ? arrived
    : judge(chat, afterEvents(chat, returning), arrived, emission);
  return isThenable(judging)
    ? concludeLater(chat, returning, emission, judging)
    : concludeJudged(chat, returning, emission, judging);
}

/** Apart, so that a response makes no closure if its hooks answer at once. */
function concludeLater(
  chat: RunningChat,
  returning: ReturningResponse,
  emission: Emission,
  judging: PromiseLike<JudgedReturn>,
): PromiseLike<ConcludedResponse> {
  return judging.then((judged) => concludeJudged(chat, returning, emission, judged));
}

function concludeJudged(
  chat: RunningChat,
  { step }: ReturningResponse,
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
  step: ReturningResponse['step'],
  emission: Emission,
  { value, synthetic }: Extract<JudgedReturn, { kind: 'output' }>,
): MaybePromise<ConcludedResponse> {
  const response = value as ModelResponse;
  return !chat.listens('onAgentResponse', 'onChatDone') || step.continues(response)
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
    if (chat.listens('onChatDone')) chat.answer = answered.message;
    const same = answered.message === message;
    return commit(chat, same ? response : { ...response, content: answered.message.content });
  });
}

function commit(chat: RunningChat, response: ModelResponse): MaybePromise<ConcludedResponse> {
  const concluded: ConcludedResponse = { kind: 'response', response };
  if (!chat.listens('onMessage')) return concluded;
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

function afterEvents(chat: RunningChat, { request }: ReturningResponse): AfterEvents {
  // If preRequest has hooks, the request is built already. A literal with all keys has one shape for all calls. A
  // getter makes a new shape each time, and only serves to leave an unread request unbuilt.
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
  if (running.listens('onChatDone')) running.answer = judged.message;
  await running.dispatch('onMessage', { message: judged.message });
  return judged;
}
