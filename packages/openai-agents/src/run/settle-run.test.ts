import {
  addTraceProcessor,
  MemorySession,
  Runner,
  setTracingDisabled,
  withCustomSpan,
  withTrace,
} from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const hookings = [
  ['without hooks', false],
  ['with hooks', true],
] as const;

describe.each(hookings)('a streamed run that fails (%s)', (_name, isHooked) => {
  test('leaves its error on the span around it', async () => {
    setTracingDisabled(false);
    const errors: unknown[] = [];
    addTraceProcessor({
      onTraceStart: async () => undefined,
      onTraceEnd: async () => undefined,
      onSpanStart: async () => undefined,
      onSpanEnd: async (span) => {
        if (span.spanData.type === 'custom') errors.push(span.error?.message);
      },
      shutdown: async () => undefined,
      forceFlush: async () => undefined,
    });
    const model = new MemoryModel();
    model.getStreamedResponse = () => {
      throw new Error('the model is gone');
    };
    const agent = agentOn(model);
    if (isHooked) withHooks(agent, createHooks());
    const run = () => new Runner().run(agent, 'Hello.', { stream: true });
    await withTrace('shop', async () => {
      const result = await withCustomSpan(run, { data: { name: 'around' } });
      await result.completed.catch(() => undefined);
    });
    await expect.poll(() => errors).not.toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    setTracingDisabled(true);
    expect(errors).toEqual(['the model is gone']);
  });

  test.each([0, 1])(
    'shows no final item that its session did not take (turn %i)',
    async (turns) => {
      const session = new MemorySession();
      const own = session.addItems.bind(session);
      session.addItems = async (items) => {
        if (JSON.stringify(items).includes('Too many')) throw new Error('the disk is full');
        return own(items);
      };
      const tools = [openTool('look', () => 'nothing')];
      const agent = agentOn(new MemoryModel([calls('look')]), { tools });
      if (isHooked) {
        const hooks = createHooks();
        hooks.addHook('onUserMessage', () => undefined);
        withHooks(agent, hooks);
      }
      const errorHandlers = { maxTurns: () => ({ finalOutput: 'Too many turns.' }) };
      const options = { session, stream: true, maxTurns: turns, errorHandlers } as const;
      const result = await runner.run(agent, 'Look.', options);
      const events: unknown[] = [];
      const read = async () => {
        for await (const event of result) events.push(event);
      };
      await expect(read()).rejects.toThrow('the disk is full');
      expect(JSON.stringify(events)).not.toContain('Too many');
    },
  );
});
