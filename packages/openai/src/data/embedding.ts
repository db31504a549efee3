import { gateEmbedding } from '@interpose/adapter-kit';
import { DeniedError, InterposeError } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { readBody, withBody } from '../model/http-call.ts';
import { isIdle, type ModelCall } from '../model/model-call.ts';
import { textOf, type Body } from '../translate/native.ts';

/** Sends a request for embeddings through the hooks; the answer contains only numbers and passes none. */
export async function askEmbedding({ run, http }: Omit<ModelCall, 'dialect'>): Promise<Response> {
  try {
    const body = readBody(http.init.body);
    const chat = await run.open(textOf(body['model']), undefined, () => []);
    const changed = isIdle(chat) ? undefined : await changedInput(chat, body);
    return await http.send(withBody(http.init, changed, chat.trace));
  } catch (error) {
    if (DeniedError.isInstance(error) || InterposeError.isInstance(error))
      return http.failWith(error, undefined);
    throw error;
  }
}

async function changedInput(chat: Chat, body: Body): Promise<Body | undefined> {
  const { input } = body;
  // A list of numbers is one value: the tokens of one text.
  const isList = Array.isArray(input) && typeof input[0] !== 'number';
  const values: readonly unknown[] = isList ? input : [input];
  const next = await gateEmbedding(chat, { model: textOf(body['model']), values }, body);
  return next === values ? undefined : { ...body, input: isList ? next : next[0] };
}
