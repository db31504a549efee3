import { DeniedError, InterposeError, type Message, type ModelRequest } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { readBody, withBody } from '../model/http-call.ts';
import { isIdle, type ModelCall } from '../model/model-call.ts';
import { textOf, type Body } from '../translate/native.ts';
import { plainText } from '../translate/chat/message-to-contract.ts';

/** Sends a request for embeddings once it has passed the hooks; what comes back is numbers and passes none. */
export async function askEmbedding({ run, http }: Omit<ModelCall, 'dialect'>): Promise<Response> {
  try {
    const body = readBody(http.init.body);
    const model = textOf(body['model']);
    const chat = await run.open({ model, conversation: undefined, messages: () => [] });
    const changed = isIdle(chat) ? undefined : await gateInput(chat, body);
    const response = await http.send(withBody(http.init, changed, chat.trace));
    if (response.ok) await run.done();
    return response;
  } catch (error) {
    if (DeniedError.isInstance(error)) run.refusal = error.denial;
    if (DeniedError.isInstance(error) || InterposeError.isInstance(error))
      return http.failWith(error, undefined);
    throw error;
  }
}

async function gateInput(chat: Chat, body: Body): Promise<Body | undefined> {
  if (!chat.listens('preRequest')) return undefined;
  const { input } = body;
  const isList = Array.isArray(input) && typeof input[0] !== 'number';
  const values: readonly unknown[] = isList ? input : [input];
  const model = textOf(body['model']);
  const request: ModelRequest = {
    ...(model === undefined ? undefined : { model }),
    messages: values.map(valueMessage),
  };
  const verdict = await chat.dispatch('preRequest', { request }, body);
  if (verdict.decision === 'deny')
    throw new DeniedError(verdict as ConstructorParameters<typeof DeniedError>[0]);
  if (verdict.decision !== 'modify') return undefined;
  const { messages } = verdict.value as ModelRequest;
  if (messages.length !== values.length) throw miscounted(values.length, messages.length);
  const next = messages.map((message, index) =>
    message === request.messages[index] ? values[index] : textOfMessage(message),
  );
  return { ...body, input: isList ? next : next[0] };
}

/** A text, or the tokens of one. */
function valueMessage(value: unknown): Message {
  const part =
    typeof value === 'string'
      ? ({ type: 'text', text: value } as const)
      : ({ type: 'data', data: value } as const);
  return { role: 'user', content: [part] };
}

function textOfMessage({ content }: Message): string {
  return plainText(content);
}

function miscounted(values: number, messages: number): InterposeError {
  return new InterposeError(
    'embedding_count_changed',
    `a hook made ${messages} messages of ${values} values to embed`,
    'change the messages of the request, never their number',
  );
}
