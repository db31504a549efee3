import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { MemorySession, Runner } from '@openai/agents-core';

import { agentOn, runner } from '../../test/app.ts';
import { MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const unknown = { pickModel: () => new MemoryModel('Other.') } as object;

describe('an option of a run that the census does not know and that can act', () => {
  test('is told of once, and passed on', async () => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
    const agent = withHooks(agentOn(new MemoryModel('One.', 'Two.')), hooks);
    const known = {
      callModelInputFilter: ({ modelData }: { modelData: object }) => modelData,
      errorHandlers: { maxTurns: () => ({ finalOutput: 'Enough.' }) },
    };
    await runner.run(agent, 'Hi', { ...known, ...unknown } as never);
    await runner.run(agent, 'Hi again', { ...known, ...unknown } as never);
    expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual(['pickModel']);
  });

  test("is refused under require: 'enforced', as a session that compacts itself is", async () => {
    const model = new MemoryModel('One.');
    const agent = withHooks(agentOn(model), createHooks(), { require: 'enforced' });
    const session = Object.assign(new MemorySession(), { runCompaction: () => undefined });
    const refused: Record<string, object> = { pickModel: unknown, session: { session } };
    for (const [name, options] of Object.entries(refused))
      await expect(runner.run(agent, 'Hi', options)).rejects.toThrow(
        new RegExp(`^\\[not_enforced\\].*${name}`),
      );
    expect(model.asked).toEqual([]);
  });
});

describe('what a runner is configured with that the census does not know and that can act', () => {
  const blocked = { outputGuardrailBlockedMessage: () => 'Blocked.' };

  test('is told of once', async () => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
    const agent = withHooks(agentOn(new MemoryModel('One.', 'Two.')), hooks);
    const configured = new Runner({ tracingDisabled: true, ...blocked });
    await configured.run(agent, 'Hi');
    await configured.run(agent, 'Hi again');
    expect(told).toEqual([expect.stringContaining('outputGuardrailBlockedMessage')]);
  });

  test("is refused under require: 'enforced', as an object of a class in what traces is", async () => {
    const refused = { ...blocked, tracing: { exporter: new Map() } } as object;
    for (const [name, value] of Object.entries(refused)) {
      const model = new MemoryModel('One.');
      const agent = withHooks(agentOn(model), createHooks(), { require: 'enforced' });
      const configured = new Runner({ tracingDisabled: true, [name]: value as never });
      await expect(configured.run(agent, 'Hi')).rejects.toThrow(
        new RegExp(`^\\[not_enforced\\].*${name}`),
      );
      expect(model.asked).toEqual([]);
    }
  });

  test("passes under require: 'enforced' where hooks hold there", async () => {
    const model = new MemoryModel('One.');
    const agent = withHooks(agentOn(model), createHooks(), { require: 'enforced' });
    const configured = new Runner({
      tracingDisabled: true,
      inputGuardrails: [
        {
          name: 'open',
          execute: async () => ({ tripwireTriggered: false, outputInfo: undefined }),
        },
      ],
      handoffInputFilter: (data) => data,
      callModelInputFilter: ({ modelData }) => modelData,
    });
    expect((await configured.run(agent, 'Hi')).finalOutput).toBe('One.');
  });

  test("passes under require: 'enforced' for a sandbox, whatever its client is", async () => {
    const sandbox = { client: { backendId: 'memory', execute: () => undefined } } as object;
    for (const [options, config] of [[{ sandbox }, {}] as const, [{}, { sandbox }] as const]) {
      const agent = withHooks(agentOn(new MemoryModel('One.')), createHooks(), {
        require: 'enforced',
      });
      const configured = new Runner({ tracingDisabled: true, ...config });
      expect((await configured.run(agent, 'Hi', options)).finalOutput).toBe('One.');
    }
  });
});
