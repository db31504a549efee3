import { RunnableLambda } from '@langchain/core/runnables';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { hearing } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

function chainAsTool() {
  const paid: unknown[] = [];
  const chain = RunnableLambda.from((input: { order: string }) => paid.push(input.order));
  const schema = z.object({ order: z.string() });
  return { paid, tool: chain.asTool({ name: 'refund', description: 'Pays.', schema }) };
}

type ChainTool = ReturnType<typeof chainAsTool>['tool'];

const asked = { order: 'A-7' };

async function readAll<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const read: T[] = [];
  for await (const part of stream) read.push(part);
  return read;
}

async function* one() {
  yield asked;
}

const WAYS: Readonly<Record<string, (tool: ChainTool) => Promise<unknown>>> = {
  batch: (tool) => tool.batch([asked]),
  stream: async (tool) => readAll(await tool.stream(asked)),
  transform: (tool) => readAll(tool.transform(one(), {})),
  streamEvents: (tool) => readAll(tool.streamEvents(asked, { version: 'v2' })),
  withConfig: (tool) => tool.withConfig({ tags: ['x'] }).invoke(asked),
  withRetry: (tool) => tool.withRetry({ stopAfterAttempt: 1 }).invoke(asked),
  withListeners: (tool) => tool.withListeners({}).invoke(asked),
};

function guarded() {
  const heard = hearing(['preToolCall']);
  heard.hooks.addHook('preToolCall', () => deny('no refunds'));
  return heard;
}

describe.each(Object.entries(WAYS))(
  'a chain that was made into a tool, called by %s',
  (_, call) => {
    test('asks the hooks that were put around it', async () => {
      const { hooks, heard } = guarded();
      const { tool, paid } = chainAsTool();
      await expect(call(withHooks(tool, hooks))).rejects.toThrow('no refunds');
      expect([paid, heard]).toEqual([[], ['preToolCall']]);
    });

    test('asks the hooks of the run that it is called in', async () => {
      const { hooks, heard } = guarded();
      const { tool, paid } = chainAsTool();
      const graph = new StateGraph(MessagesAnnotation)
        .addNode('act', async () => {
          await call(tool);
          return {};
        })
        .addEdge('__start__', 'act')
        .compile();
      await expect(withHooks(graph, hooks).invoke({ messages: [] })).rejects.toThrow('no refunds');
      expect([paid, heard]).toEqual([[], ['preToolCall']]);
    });
  },
);

test('a chain that was made into a tool keeps its pieces apart outside of hooked runs', async () => {
  withHooks(chainAsTool().tool, guarded().hooks);
  const chain = RunnableLambda.from(async function* pieces(_input: object) {
    yield 'pa';
    yield 'id';
  });
  const made = chain.asTool({ name: 'refund', description: 'Pays.', schema: z.object({}) });
  const pieces = await readAll(await made.stream({}));
  expect(pieces).toEqual(['pa', 'id']);
});
