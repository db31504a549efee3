import { payloadOf } from '../../context/context-state.ts';
import type { EventContext } from '../../context/event-context.ts';
import { refusal, type StandingVerdict } from '../../context/refusal.ts';
import { asItIs, passGate } from '../../gate/run-gate.ts';
import type { Refused } from '../../contract/adapter/index.ts';
import type { Message, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import { isThenable } from '../../maybe-promise.ts';
import { MESSAGES, type SeenMessages, seenMessagesOf } from '../../chat/seen-messages.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';

/** What became of the messages of a request. */
export type Admission =
  | { readonly kind: 'request'; readonly request: ModelRequest }
  | { readonly kind: 'answer'; readonly answer: ModelResponse }
  | Refused;

/** Gates the messages a request brings: new user messages first, then the system's. Unchanged requests come back by identity. */
export async function admitMessages(chat: RunningChat, request: ModelRequest): Promise<Admission> {
  let admitted: Admission = { kind: 'request', request };
  if (chat.listens('onUserMessage', 'onMessage')) admitted = await admitUserMessages(chat, request);
  if (admitted.kind !== 'request' || !chat.listens('onSystemMessage')) return admitted;
  return admitSystem(chat, admitted.request);
}

async function admitUserMessages(chat: RunningChat, request: ModelRequest): Promise<Admission> {
  const { messages } = request;
  const settled = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  const said = countSaid(messages, settled);
  const seen = seenMessagesOf(chat);
  const kept: Message[] = [];
  for (const [index, message] of messages.entries()) {
    const place =
      index > settled && message.role === 'user' ? `${said}+${index - settled}` : undefined;
    const became =
      place === undefined || seen.wasAdmitted(message, place)
        ? recall(seen, message)
        : await admitNew(chat, message, place);
    if (became !== undefined && 'kind' in became) return became;
    if (became !== undefined) kept.push(became);
  }
  return withMessages(request, kept);
}

/** The request itself where its messages are those that it had. */
function withMessages(request: ModelRequest, kept: readonly Message[]): Admission {
  const { messages } = request;
  const isSame =
    kept.length === messages.length && kept.every((message, index) => message === messages[index]);
  return { kind: 'request', request: isSame ? request : { ...request, messages: kept } };
}

/** How much was said up to this message: the same text may come twice, and is new when more was said before it. */
function countSaid(messages: readonly Message[], last: number): number {
  let said = 0;
  for (let index = 0; index <= last; index++) if (messages[index]!.role !== 'system') said++;
  return said;
}

/**
 * What became of a message that this session has seen: the message itself, the changed one, or undefined where it was
 * denied. For hosts that write what the user said to a storage of their own.
 *
 * @example
 * const message: Message = { role: 'user', content: [{ type: 'text', text: 'my card is 4242' }] };
 * recallMessage(chat, message) === message; // => true
 */
export function recallMessage(chat: Chat, message: Message): Message | undefined {
  return recall(seenMessagesOf(runningChat(chat)), message);
}

/**
 * What one chat decided about messages holds in another too: for hosts that go on from a state of their own, with no
 * session to find the first chat by.
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
  // A message that is answered at once may still come back in a history, and then as hooks changed it.
  const became = verdict === undefined ? message : left;
  if (became !== message)
    seenMessagesOf(chat).remember(message, { kind: 'changed', message: became });
  await chat.dispatch('onMessage', { message: became });
  return verdict?.decision === 'respond'
    ? { kind: 'answer', answer: answerOf(verdict.outcome['answer']) }
    : became;
}

/** The verdict, and the message as the hooks left it. */
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
  const messages: Message[] = [];
  for (const message of admitted.messages) {
    const became = message.role === 'system' ? await admitSystemMessage(chat, message) : message;
    if ('kind' in became) return became;
    messages.push(became);
  }
  return withMessages(admitted, messages);
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
  return became;
}

const SAME: Message = Object.freeze({ role: 'system', content: Object.freeze([]) });

function plainText(message: Message): string {
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}
