import type { InterceptorName } from '@interpose/core';
import type { FuzzApp, FuzzKind } from '@interpose/testing/fuzz';
import type OpenAI from 'openai';

import { withHooks } from '../../src/index.ts';
import type { Sdk } from '../../test/sdk-versions.ts';
import { fuzzService } from './fuzz-service.ts';

const answerEvents: readonly InterceptorName[] = [
  'onUserMessage',
  'preRequest',
  'onResponseDelta',
  'onResponse',
  'onRequestError',
  'onAgentResponse',
];

const loopEvents: readonly InterceptorName[] = [
  ...answerEvents,
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
];

const wraps = { 'hook again': [], withOptions: ['withOptions'] } as const;

/** Chats, responses and the tool loop of the client. */
export function kindsOf(sdk: Sdk): readonly FuzzKind[] {
  const both = { modes: ['plain', 'streamed'], wraps } as const;
  return [
    {
      ...both,
      name: 'chat',
      entries: ['chat.completions.create', 'chat.completions.stream'],
      options: { 'raw request': ['client.post'], helper: ['chat.completions.stream'] },
      events: answerEvents,
      tools: [],
      open: (app) => openChat(clientOf(sdk, app), app),
    },
    {
      ...both,
      name: 'responses',
      entries: ['responses.create', 'responses.stream'],
      options: { helper: ['responses.stream'] },
      events: answerEvents,
      tools: [],
      open: (app) => openResponses(clientOf(sdk, app), app),
    },
    {
      ...both,
      name: 'runTools',
      entries: ['chat.completions.runTools', 'chat.completions.runTools, streamed'],
      events: loopEvents,
      tools: ['sync', 'async', 'slow', 'throws', 'rejects', 'odd'],
      open: (app) => openTools(clientOf(sdk, app), app),
    },
  ];
}

function clientOf(sdk: Sdk, app: FuzzApp): OpenAI {
  const options = { apiKey: 'any', baseURL: 'https://fuzz.test/v1', logLevel: 'off' as const };
  const client = new sdk.OpenAI({ ...options, maxRetries: 0, fetch: fuzzService(app) });
  if (app.hooks === undefined) return client;
  withHooks(client, app.hooks);
  return app.wraps.reduce(
    (made, wrap) =>
      wrap === 'withOptions' ? made.withOptions({ timeout: 9000 }) : withHooks(made, app.hooks!),
    client,
  );
}

function openChat(client: OpenAI, app: FuzzApp): () => Promise<unknown> {
  const options = app.signal === undefined ? {} : { signal: app.signal };
  return async () => {
    const body = { model: 'random', messages: messagesOf(app) };
    if (app.mode === 'plain') {
      return app.has('raw request')
        ? client.post('/chat/completions', { body, ...options })
        : client.chat.completions.create(body, options);
    }
    if (app.has('helper')) {
      const stream = client.chat.completions.stream(body, options);
      return held(stream, await app.read(stream));
    }
    return app.read(await client.chat.completions.create({ ...body, stream: true }, options));
  };
}

function openResponses(client: OpenAI, app: FuzzApp): () => Promise<unknown> {
  const options = app.signal === undefined ? {} : { signal: app.signal };
  return async () => {
    const body = { model: 'random', input: app.prompt };
    if (app.mode === 'plain') return client.responses.create(body, options);
    if (app.has('helper')) {
      const stream = client.responses.stream(body, options);
      return held(stream, await app.read(stream));
    }
    return app.read(await client.responses.create({ ...body, stream: true }, options));
  };
}

function openTools(client: OpenAI, app: FuzzApp): () => Promise<unknown> {
  const options = {
    maxChatCompletions: 5,
    ...(app.signal === undefined ? {} : { signal: app.signal }),
  };
  // The SDK takes functions of any arguments; its types want them named.
  const tools = app.tools.map(({ name, run }) => ({
    type: 'function',
    function: {
      name,
      description: `Runs ${name}.`,
      parameters: { type: 'object', properties: { secret: { type: 'string' } } },
      parse: JSON.parse,
      function: (args: unknown) => run(args),
    },
  })) as never;
  return async () => {
    const body = { model: 'random', messages: messagesOf(app), tools };
    if (app.mode === 'plain') {
      const runner = client.chat.completions.runTools(body, options);
      const content = await runner.finalContent().catch((error: unknown) => error);
      return held(runner, { content, messages: runner.messages });
    }
    const runner = client.chat.completions.runTools({ ...body, stream: true }, options);
    const chunks = await app.read(runner);
    return held(runner, { chunks, messages: runner.messages });
  };
}

function messagesOf({ prompt }: FuzzApp): { role: 'user'; content: string }[] {
  return [{ role: 'user', content: prompt }];
}

/** The helper itself can be reached, and is not compared. */
function held(helper: object, value: object): object {
  return Object.defineProperty({ value }, 'helper', { value: helper });
}
