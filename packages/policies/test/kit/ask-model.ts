import type { ModelRequest, ModelResponse } from '@interpose/core';
import { modelCycle, streamCycle, type Chat } from '@interpose/core/adapter';

/** What a model of no framework does with one request. */
export interface Asked {
  readonly request?: ModelRequest;
  /** Answers, or throws. */
  readonly answer?: () => Promise<ModelResponse> | ModelResponse;
}

const question: ModelRequest = {
  model: 'small',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
};

/** An answer that says this and tells its usage. */
export function answers(
  inputTokens?: number,
  outputTokens?: number,
  text = 'hi',
  finishReason = 'stop',
): ModelResponse {
  return {
    content: [{ type: 'text', text }],
    finishReason,
    usage: {
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    },
  };
}

/** Asks a model and tells how that ended: the text of the answer, `error`, or the code of the denial. */
export async function askModel(chat: Chat, { request, answer }: Asked = {}): Promise<string> {
  const ended = await modelCycle<ModelResponse>(chat, {
    request: () => ({ ...(request ?? question) }),
    call: () => (answer ?? (() => answers()))(),
    response: (native) => native,
    continues: () => false,
  });
  if (ended.kind === 'denied') return ended.denial.code;
  return ended.kind === 'error' ? 'error' : textIn(ended.changed ?? ended.native);
}

/** Asks a model for a stream of these texts, reads so many of its parts, and tells the text that was read. */
export async function streamModel(
  chat: Chat,
  texts: readonly string[],
  options: { readonly most?: number; readonly whole?: Partial<ModelResponse> } = {},
): Promise<string> {
  const ended = await streamCycle<string>(chat, {
    request: () => ({ ...question }),
    call: () =>
      new ReadableStream<string>({
        start(out) {
          for (const text of texts) out.enqueue(text);
          out.close();
        },
      }),
    continues: () => false,
    codec: {
      read: (text) => ({ kind: 'delta', channel: 'text', id: '0', text }),
      write: (_part, text) => text,
      collect: (parts) => ({ ...answers(undefined, undefined, parts.join('')), ...options.whole }),
      compose: (response) => [textIn(response)],
      refuse: ({ denial }) => [`[${denial.code}]`],
    },
  });
  if (ended.kind !== 'stream') return ended.kind === 'denied' ? ended.denial.code : 'error';
  let text = '';
  let read = 0;
  for await (const part of ended.stream) {
    text += part;
    if (++read === options.most) break;
  }
  return text;
}

function textIn(response: ModelResponse | undefined): string {
  return response?.content.map((part) => ('text' in part ? part.text : '')).join('') ?? '';
}
