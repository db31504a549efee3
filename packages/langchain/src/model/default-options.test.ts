import { RunnableLambda } from '@langchain/core/runnables';
import { createHooks, deny, DeniedError } from '@interpose/core';
import type { ChatOpenAI } from '@langchain/openai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

type Bound = ReturnType<ChatOpenAI['bindTools']>;

async function readAll(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const part of stream) expect(part).toBeDefined();
}

/** The ways to ask a model. A streaming OpenAI model adds its bound options itself, below the hooks. */
const WAYS: Readonly<Record<string, (model: Bound) => Promise<unknown>>> = {
  'as a whole': (model) => model.invoke('Go.'),
  'as a stream': async (model) => readAll(await model.stream('Go.')),
  'as a stream of a chain': async (model) =>
    readAll(
      await RunnableLambda.from((input: string) => input)
        .pipe(model)
        .stream('Go.'),
    ),
  'as events': (model) => readAll(model.streamEvents('Go.', { version: 'v2' })),
};

describe.each(Object.entries(WAYS))('what is bound to a model that answers %s', (_, ask) => {
  test('is not sent to the provider where a policy denies it', async () => {
    const { model, requests } = await scriptedChatModel([says('Hi.')]);
    const hooks = createHooks();
    const asked: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => {
      asked.push(call.name);
      return deny('no searches');
    });
    const bound = withHooks(model, hooks).bindTools([{ type: 'web_search_preview' }]);
    await ask(bound);
    expect(asked).toEqual(['web_search_preview']);
    expect(requests()).toEqual([expect.not.objectContaining({ tools: expect.anything() })]);
  });

  test('is shown to the hooks and sent as it was bound', async () => {
    const { model, requests } = await scriptedChatModel([says('Hi.')]);
    const hooks = createHooks();
    const offered: unknown[] = [];
    hooks.addHook('preRequest', ({ request }) => {
      offered.push(request.tools?.map(({ name }) => name));
    });
    const refund = { type: 'function', function: { name: 'refund', parameters: {} } };
    await ask(withHooks(model, hooks).bindTools([refund]));
    expect(offered).toEqual([['refund']]);
    expect(requests()).toEqual([expect.objectContaining({ tools: [refund] })]);
  });
});

test.each(['functionCalling', 'jsonSchema', 'jsonMode'] as const)(
  'a stream of objects by %s ends with the denial, since no refusal is an object',
  async (method) => {
    const { model } = await scriptedChatModel([says('{"order":"A-7"}')]);
    const hooks = createHooks();
    hooks.addHook('preRequest', () => deny('not today'));
    const schema = z.object({ order: z.string() });
    const objects = withHooks(model, hooks).withStructuredOutput(schema, { method });
    const reading = objects.stream('Go.').then(readAll);
    await expect(reading).rejects.toThrow(DeniedError);
  },
);
