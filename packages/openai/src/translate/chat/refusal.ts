import { keptOf, textOf, type Body } from '../native.ts';

/** Returns the fields around an answer that no model sent: an id, its kind, the time and the name of the model. */
export function syntheticFrame(object: string, body: Body): Body {
  return {
    id: `chatcmpl-interpose-${crypto.randomUUID()}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model: textOf(body['model']) ?? '',
  };
}

/** The fields around the choices in every answer, and in every chunk of one. */
export const FRAME: readonly string[] = [
  'id',
  'object',
  'created',
  'model',
  'service_tier',
  'system_fingerprint',
];

/** Returns the known fields around the choices; an unknown field could still contain what hooks changed. */
export function frameOf(native: Body): Body {
  return keptOf(native, FRAME);
}

/** Returns the message of a refusal, with the text in both fields, since many callers read only the content. */
export function refusalMessage(text: string): Body {
  return { role: 'assistant', content: text, refusal: text };
}

/** Returns a whole answer that is the refusal. */
export function refusalResponse(text: string, body: Body): Body {
  const choice = { index: 0, message: refusalMessage(text), logprobs: null, finish_reason: 'stop' };
  return { ...syntheticFrame('chat.completion', body), choices: [choice] };
}
