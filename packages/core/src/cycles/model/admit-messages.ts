import { payloadOf } from '../../context/context-state.ts';
import type { EventContext } from '../../context/event-context.ts';
import { refusal, type StandingVerdict } from '../../context/refusal.ts';
import { asItIs, passGate } from '../../gate/run-gate.ts';
import type { Refused } from '../../contract/adapter/index.ts';
import type { Message, ModelRequest, ModelResponse } from '../../contract/values/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { andThen } from '../../maybe-promise.ts';
import { MESSAGES, type SeenMessages, seenMessagesOf } from '../../chat/seen-messages.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import { type Admission, type Admitting, MessageWalk } from './message-walk.ts';
import { recall } from './recall-messages.ts';

/**
 * Gates the new messages of a request, first the user's, then the system's. An unchanged request stays the same. It
 * waits only if a hook does.
 */
export function admitMessages(chat: RunningChat, request: ModelRequest): MaybePromise<Admission> {
  const admitting = chat.listens('onUserMessage', 'onMessage')
    ? admitUserMessages(chat, request)
    : { kind: 'request' as const, request };
  if (!chat.listens('onSystemMessage')) return admitting;
  return andThen(admitting, (admitted) =>
    admitted.kind === 'request' ? admitSystem(chat, admitted.request) : admitted,
  );
}

function admitUserMessages(chat: RunningChat, request: ModelRequest): MaybePromise<Admission> {
  const { messages } = request;
  const settled = lastAnswered(messages);
  const seen = seenMessagesOf(chat);
  let said: number | undefined;
  // Messages before an answer are not new. If the session has no decisions about messages, they need no change either.
  const from = chat.session.remembers(MESSAGES) ? 0 : settled + 1;
  const admit = (message: Message, index: number): Admitting => {
    const place =
      index > settled && `${(said ??= countSaid(messages, settled))}+${index - settled}`;
    return place === false || seen.wasAdmitted(message, place)
      ? recall(seen, message)
      : admitNew(chat, message, place);
  };
  return new MessageWalk(request, 'user', admit, from).goOn();
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

/** Counts the messages up to this one. The same text may come again, and it is new if more messages stand before it. */
function countSaid(messages: readonly Message[], last: number): number {
  return messages.filter(({ role }, index) => index <= last && role !== 'system').length;
}

function admitNew(chat: RunningChat, message: Message, place: string): Admitting {
  const passing = passGate(chat, 'onUserMessage', { message }, undefined, withMessage);
  return andThen(passing, ({ verdict, left }): Admitting => {
    if (verdict?.decision === 'deny') {
      seenMessagesOf(chat).remember(message, { kind: 'denied', denial: verdict });
      return refusal(chat, verdict);
    }
    // A message that was answered at once may come back in a history. It then has to come in its changed form.
    const became = verdict === undefined ? message : left;
    keepAdmitted(seenMessagesOf(chat), message, became, place);
    return andThen(chat.dispatch('onMessage', { message: became }), () =>
      verdict?.decision === 'respond'
        ? { kind: 'answer', answer: answerOf(verdict.outcome['answer']) }
        : became,
    );
  });
}

function keepAdmitted(seen: SeenMessages, message: Message, became: Message, place: string): void {
  seen.admit(message, place);
  // The host may keep the changed message, and show it again with the next request.
  if (became !== message) seen.admit(became, place);
  if (became !== message || seen.isEdited(message))
    seen.remember(message, { kind: 'changed', message: became });
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

function admitSystem(chat: RunningChat, request: ModelRequest): MaybePromise<Admission> {
  const { instructions } = request;
  const admit = (message: Message): Admitting => admitSystemMessage(chat, message);
  const admitRest = (left: ModelRequest): MaybePromise<Admission> =>
    new MessageWalk(left, 'system', admit, 0).goOn();
  if (instructions === undefined || instructions === '') return admitRest(request);
  const message: Message = { role: 'system', content: [{ type: 'text', text: instructions }] };
  return andThen(admitSystemMessage(chat, message), (became) => {
    if ('kind' in became) return became;
    return admitRest(
      became === message ? request : { ...request, instructions: plainText(became) },
    );
  });
}

function admitSystemMessage(chat: RunningChat, message: Message): MaybePromise<Message | Refused> {
  const known = seenMessagesOf(chat).system(message);
  if (known !== undefined) return known === SAME ? message : known;
  const passing = passGate(chat, 'onSystemMessage', { message }, undefined, asItIs);
  return andThen(passing, (verdict) => {
    if (verdict === undefined) {
      seenMessagesOf(chat).keepSystem(message, SAME);
      return message;
    }
    if (verdict.decision === 'deny') return refusal(chat, verdict);
    const became = verdict.decision === 'modify' ? (verdict.value as Message) : message;
    seenMessagesOf(chat).keepSystem(message, became);
    if (became !== message) seenMessagesOf(chat).keepSystem(became, SAME);
    return became;
  });
}

const SAME: Message = Object.freeze({ role: 'system', content: Object.freeze([]) });

function plainText(message: Message): string {
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}
