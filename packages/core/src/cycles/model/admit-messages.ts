import { payloadOf } from '../../context/context-state.ts';
import type { EventContext } from '../../context/event-context.ts';
import { refusal, type StandingVerdict } from '../../context/refusal.ts';
import { asItIs, passGate } from '../../gate/run-gate.ts';
import type { Refused } from '../../contract/adapter/index.ts';
import type { Message, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { isThenable } from '../../maybe-promise.ts';
import { MESSAGES, type SeenMessages, seenMessagesOf } from '../../chat/seen-messages.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';

/** The result of admitting the messages of a request. */
export type Admission =
  | { readonly kind: 'request'; readonly request: ModelRequest }
  | { readonly kind: 'answer'; readonly answer: ModelResponse }
  | Refused;

/** Gates the new messages of a request, first the user's, then the system's. An unchanged request stays the same. */
export async function admitMessages(chat: RunningChat, request: ModelRequest): Promise<Admission> {
  let admitted: Admission = { kind: 'request', request };
  if (chat.listens('onUserMessage', 'onMessage')) admitted = await admitUserMessages(chat, request);
  if (admitted.kind !== 'request' || !chat.listens('onSystemMessage')) return admitted;
  return admitSystem(chat, admitted.request);
}

function admitUserMessages(chat: RunningChat, request: ModelRequest): Promise<Admission> {
  const { messages } = request;
  const settled = lastAnswered(messages);
  const seen = seenMessagesOf(chat);
  let said: number | undefined;
  // Messages before an answer are not new. If the session has no decisions about messages, they need no change either.
  const from = chat.session.remembers(MESSAGES) ? 0 : settled + 1;
  return admitEach(request, 'user', from, (message, index) => {
    const place =
      index > settled && `${(said ??= countSaid(messages, settled))}+${index - settled}`;
    return place === false || seen.wasAdmitted(message, place)
      ? recall(seen, message)
      : admitNew(chat, message, place);
  });
}

/**
 * Returns the place of the last message that answers messages before it; -1 if there is none. An assistant's message at
 * the very end answers nothing yet, because the model goes on with it.
 */
function lastAnswered(messages: readonly Message[]): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user' || role === 'tool');
  return messages.findLastIndex(
    ({ role }, index) => role === 'tool' || (role === 'assistant' && index < asked),
  );
}

/** Applies `admit` to the messages of this role, from a place on. Returns the request itself if no message changed. */
async function admitEach(
  request: ModelRequest,
  role: Message['role'],
  from: number,
  admit: (message: Message, index: number) => MaybePromise<Message | Admission | undefined>,
): Promise<Admission> {
  const { messages } = request;
  let kept: Message[] | undefined;
  for (let index = from; index < messages.length; index++) {
    const message = messages[index]!;
    const admitting = message.role === role ? admit(message, index) : message;
    const became = admitting === message ? message : await admitting;
    if (became !== undefined && 'kind' in became) return became;
    if (became !== message) kept ??= messages.slice(0, index);
    if (became !== undefined) kept?.push(became);
  }
  return {
    kind: 'request',
    request: kept === undefined ? request : { ...request, messages: kept },
  };
}

/** Counts the messages up to this one. The same text may come again, and it is new if more messages stand before it. */
function countSaid(messages: readonly Message[], last: number): number {
  return messages.filter(({ role }, index) => index <= last && role !== 'system').length;
}

/**
 * Returns a message of the user as its session decided: the message itself, the changed one, or undefined if it was
 * denied. For hosts that write the user's messages to a store of their own.
 *
 * @example
 * const message: Message = { role: 'user', content: [{ type: 'text', text: 'my card is 4242' }] };
 * recallMessage(chat, message) === message; // => true
 */
export function recallMessage(chat: Chat, message: Message): Message | undefined {
  const running = runningChat(chat);
  return running.session.remembers(MESSAGES) ? recall(seenMessagesOf(running), message) : message;
}

/**
 * Returns false if the chat's session has no decisions about messages and no other chat can make any. For hosts that
 * would otherwise keep an ended chat only for `recallMessage`.
 *
 * @example
 * recallsMessages(chat); // => false
 */
export function recallsMessages(chat: Chat): boolean {
  const running = runningChat(chat);
  return running.session.remembers(MESSAGES) || running.session.madeFor !== running;
}

/**
 * Makes one chat's decisions about messages hold in another one. For hosts that go on from a state of their own and
 * have no session with which to find the first chat.
 *
 * @example
 * inheritMessages(chat, chat);
 */
export function inheritMessages(from: Chat, to: Chat): void {
  const decided = runningChat(from).session.memory.get(MESSAGES);
  const { memory } = runningChat(to).session;
  if (decided !== undefined && !memory.has(MESSAGES)) memory.set(MESSAGES, decided);
}

function recall(seen: SeenMessages, message: Message): Message | undefined {
  if (message.role !== 'user') return message;
  const remembered = seen.recall(message);
  if (remembered === undefined) return message;
  return remembered.kind === 'changed' ? remembered.message : undefined;
}

async function admitNew(
  chat: RunningChat,
  message: Message,
  place: string,
): Promise<Message | Admission> {
  const passing = passGate(chat, 'onUserMessage', { message }, undefined, withMessage);
  const { verdict, left } = isThenable(passing) ? await passing : passing;
  if (verdict?.decision === 'deny') {
    seenMessagesOf(chat).remember(message, { kind: 'denied', denial: verdict });
    return refusal(chat, verdict);
  }
  seenMessagesOf(chat).admit(message, place);
  // A message that was answered at once may come back in a history. It then has to come in its changed form.
  const became = verdict === undefined ? message : left;
  // The host may keep the changed message, and show it again with the next request.
  if (became !== message) seenMessagesOf(chat).admit(became, place);
  if (became !== message || seenMessagesOf(chat).isEdited(message))
    seenMessagesOf(chat).remember(message, { kind: 'changed', message: became });
  await chat.dispatch('onMessage', { message: became });
  return verdict?.decision === 'respond'
    ? { kind: 'answer', answer: answerOf(verdict.outcome['answer']) }
    : became;
}

/** Returns the verdict, and the message after the hooks. */
function withMessage(
  verdict: StandingVerdict | undefined,
  ctx: EventContext,
): { readonly verdict: StandingVerdict | undefined; readonly left: Message } {
  return { verdict, left: payloadOf(ctx)['message'] as Message };
}

function answerOf(answer: unknown): ModelResponse {
  if (typeof answer !== 'string') return answer as ModelResponse;
  return { content: [{ type: 'text', text: answer }], finishReason: 'stop' };
}

async function admitSystem(chat: RunningChat, request: ModelRequest): Promise<Admission> {
  const { instructions } = request;
  let admitted = request;
  if (instructions !== undefined && instructions !== '') {
    const message: Message = { role: 'system', content: [{ type: 'text', text: instructions }] };
    const became = await admitSystemMessage(chat, message);
    if ('kind' in became) return became;
    if (became !== message) admitted = { ...admitted, instructions: plainText(became) };
  }
  return admitEach(admitted, 'system', 0, (each) => admitSystemMessage(chat, each));
}

async function admitSystemMessage(chat: RunningChat, message: Message): Promise<Message | Refused> {
  const known = seenMessagesOf(chat).system(message);
  if (known !== undefined) return known === SAME ? message : known;
  const passing = passGate(chat, 'onSystemMessage', { message }, undefined, asItIs);
  const verdict = isThenable(passing) ? await passing : passing;
  if (verdict === undefined) {
    seenMessagesOf(chat).keepSystem(message, SAME);
    return message;
  }
  if (verdict.decision === 'deny') return refusal(chat, verdict);
  const became = verdict.decision === 'modify' ? (verdict.value as Message) : message;
  seenMessagesOf(chat).keepSystem(message, became);
  if (became !== message) seenMessagesOf(chat).keepSystem(became, SAME);
  return became;
}

const SAME: Message = Object.freeze({ role: 'system', content: Object.freeze([]) });

function plainText(message: Message): string {
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}
