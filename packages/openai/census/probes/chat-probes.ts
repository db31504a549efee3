import type { Probe } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { ask, drain, kitProbe, loop } from './probe-kit.ts';

const messages = [{ role: 'user' as const, content: 'Pay me.' }];
const body = { model: 'canary', messages };
const schema = { type: 'object', properties: { answer: { type: 'string' } } };
const format = {
  type: 'json_schema' as const,
  json_schema: { name: 'answer', schema, strict: true },
};

/** Chats: asked, parsed, streamed, with tools that the client runs, and by raw requests. */
export function chatProbes(version: SdkVersion): readonly Probe[] {
  const deltas = [...ask, 'onResponseDelta'] as const;
  return [
    kitProbe(version, 'chat.completions.create', ask, ({ client }) =>
      client.chat.completions.create(body),
    ),
    kitProbe(version, 'chat.completions.parse', ask, ({ client }) =>
      client.chat.completions.parse({ ...body, response_format: format }),
    ),
    kitProbe(version, 'chat.completions.stream', deltas, async ({ client }) => {
      const stream = client.chat.completions.stream(body);
      const chunks = await drain(stream);
      const final = await stream.finalChatCompletion().catch((error: unknown) => error);
      const raw = await client.chat.completions.create({ ...body, stream: true });
      return { chunks, final, raw: await drain(raw) };
    }),
    kitProbe(version, 'withOptions', ask, ({ client }) =>
      client.withOptions({ timeout: 9000 }).chat.completions.create(body),
    ),
    kitProbe(version, 'client.post', ask, ({ client }) =>
      client.post('/chat/completions', { body }),
    ),
    kitProbe(version, 'asResponse and withResponse', ask, async ({ client }) => {
      const whole = await client.chat.completions.create(body).withResponse();
      const raw = await client.chat.completions.create(body).asResponse();
      return { data: whole.data, text: await raw.text() };
    }),
    ...toolProbes(version),
  ];
}

function toolProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'chat.completions.runTools', loop, async ({ client, refund }) => {
      const runner = client.chat.completions.runTools({ ...body, tools: [refund as never] });
      const content = await runner.finalContent().catch((error: unknown) => error);
      return { content, messages: runner.messages, all: runner.allChatCompletions() };
    }),
    kitProbe(version, 'chat.completions.runTools, streamed', loop, async ({ client, refund }) => {
      const tools = [refund as never];
      const runner = client.chat.completions.runTools({ ...body, stream: true, tools });
      const chunks = await drain(runner);
      return { chunks, messages: runner.messages, all: runner.allChatCompletions() };
    }),
  ];
}
