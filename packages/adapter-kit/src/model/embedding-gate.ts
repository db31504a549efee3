import { DeniedError, InterposeError, type Message, type ModelRequest } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { isThenable } from '../values/maybe-promise.ts';
import { textIn } from '../values/text-in.ts';

/**
 * Values to embed, and the model that embeds them.
 *
 * @example
 * const embedding: Embedding = { model: 'small', values: ['hello'] };
 */
export interface Embedding {
  readonly model?: string | undefined;
  readonly values: readonly unknown[];
}

/**
 * Shows the hooks values to embed, each as a user message, and returns the values as they left them: the same list if
 * nothing changed. The answer of the model is numbers and passes no hooks.
 *
 * @throws DeniedError when a policy denies the request; InterposeError `embedding_count_changed`.
 *
 * @example
 * hooks.addHook('preRequest', ({ request }) => ({ request: mapText(request, (text) => text.toUpperCase()) }));
 * await gateEmbedding(chat, { model: 'small', values: ['hello'] }, undefined); // => ['HELLO']
 */
export async function gateEmbedding(
  chat: Chat,
  { model, values }: Embedding,
  native: unknown,
): Promise<readonly unknown[]> {
  if (!chat.listens('preRequest')) return values;
  const request: ModelRequest = {
    ...(model === undefined ? undefined : { model }),
    messages: values.map(valueMessage),
  };
  const asking = chat.dispatch('preRequest', { request }, native);
  const verdict = await asking;
  if (verdict.decision === 'deny')
    throw new DeniedError(verdict as ConstructorParameters<typeof DeniedError>[0]);
  const before = request.messages;
  if (verdict.decision !== 'modify')
    return isThenable(asking) && !saysTheSame(before, values) ? before.map(valueIn) : values;
  const { messages } = verdict.value as ModelRequest;
  if (messages.length !== before.length) throw miscounted(before.length, messages.length);
  return messages.map((message, index) =>
    message === before[index] ? valueIn(message) : textIn(message.content),
  );
}

/** Whether the app left its list alone while hooks decided about these messages. */
function saysTheSame(messages: readonly Message[], values: readonly unknown[]): boolean {
  if (messages.length !== values.length) return false;
  return messages.every((message, index) => valueIn(message) === values[index]);
}

/** Returns the value that a message was made of. */
function valueIn({ content: [part] }: Message): unknown {
  return part?.type === 'data' ? part.data : part?.type === 'text' ? part.text : undefined;
}

/** Returns the message for a value, which is a text or something else to embed, such as the tokens of a text. */
function valueMessage(value: unknown): Message {
  return {
    role: 'user',
    content: [
      typeof value === 'string' ? { type: 'text', text: value } : { type: 'data', data: value },
    ],
  };
}

function miscounted(values: number, messages: number): InterposeError {
  return new InterposeError(
    'embedding_count_changed',
    `a hook made ${messages} messages of ${values} values to embed`,
    'change the messages of the request, never their number',
  );
}
