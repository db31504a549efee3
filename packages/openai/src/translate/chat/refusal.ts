import { keptOf, textOf, type Body } from '../native.ts';

/** What every answer of one call carries that no model gave. */
export function syntheticFrame(object: string, body: Body): Body {
  return {
    id: `chatcmpl-interpose-${crypto.randomUUID()}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model: textOf(body['model']) ?? '',
  };
}

/** What every answer, and every chunk of one, says of the call. */
export const FRAME: readonly string[] = [
  'id',
  'object',
  'created',
  'model',
  'service_tier',
  'system_fingerprint',
];

/** What an answer, or a chunk of one, carries beside its choices; another field could still say what was changed. */
export function frameOf(native: Body): Body {
  return keptOf(native, FRAME);
}

/** The message of a refusal: in both fields, since many callers read only the content. */
export function refusalMessage(text: string): Body {
  return { role: 'assistant', content: text, refusal: text };
}

/** A whole answer that is the refusal. */
export function refusalResponse(text: string, body: Body): Body {
  const choice = { index: 0, message: refusalMessage(text), logprobs: null, finish_reason: 'stop' };
  return { ...syntheticFrame('chat.completion', body), choices: [choice] };
}
