import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { ask, deny, respond, retry } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { recordingHooks } from '../../test/recording-hooks.ts';
import { sampleCall } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

const SECRET = 'the payload';

describe('a decision record', () => {
  test('says what was decided, by whom, where and how long it took', async () => {
    const { hooks, records } = recordingHooks();
    let stepId: string | undefined;
    hooks.use({
      name: 'cap',
      hooks: {
        preToolCall: {
          name: 'limit',
          run(ctx) {
            ({ stepId } = ctx);
            return deny('too much', { code: 'over_cap' });
          },
        },
      },
    });
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep());
    expect(records).toEqual([
      {
        event: 'preToolCall',
        id: stepId,
        seq: expect.any(Number),
        at: expect.any(Number),
        sessionId: chat.session.id,
        chatId: chat.id,
        agent: { id: 'agent', name: 'Agent' },
        decision: 'deny',
        by: ['cap/limit'],
        codes: ['over_cap'],
        reason: 'too much',
        tool: 'refund',
        changed: false,
        hooks: 1,
        mode: 'enforce',
        ms: expect.any(Number),
      },
    ]);
    expect(records[0]!.ms).toBeGreaterThanOrEqual(0);
    expect(records[0]!.ms).toBeLessThan(1000);
  });

  test('holds nothing of the payload, so it may be logged anywhere', async () => {
    const { hooks, records } = recordingHooks({
      trace: true,
      approver: () => ({ approved: true }),
    });
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { more: SECRET } } }));
    hooks.addHook('preToolCall', () => ask('sure?'));
    hooks.addHook('onToolCallResult', () => ({ result: SECRET }));
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep({ call: sampleCall({ SECRET }), run: () => SECRET }));
    hooks.addHook('preToolCall', () => respond({ result: SECRET }));
    await toolCycle(chat, toolStep({ call: sampleCall({ SECRET }) }));
    expect(records).toHaveLength(4);
    expect(JSON.stringify(records)).not.toContain(SECRET);
  });

  test('is frozen, with its lists', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', () => deny('no'));
    await gateCall(hooks);
    const [record] = records;
    expect([record, record?.by, record?.codes].every(Object.isFrozen)).toBe(true);
  });

  test('of an allow names nobody', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', () => undefined);
    await gateCall(hooks);
    expect(records).toMatchObject([{ decision: 'allow', by: [], codes: [], changed: false }]);
    expect('reason' in records[0]!).toBe(false);
  });

  test('of a modification names every hook that changed the value, in order', async () => {
    const { hooks, records } = recordingHooks();
    for (const name of ['a', 'b'])
      hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call } }), { name });
    hooks.addHook('preToolCall', ({ call }) => ({ call }), { name: 'c' });
    await gateCall(hooks);
    expect(records).toMatchObject([{ decision: 'modify', by: ['a', 'b'], changed: true }]);
  });

  test.each([
    ['respond', () => respond({ result: 1 })],
    ['deny', () => deny('no')],
  ])(
    'of a %s names its hook, also where others had changed the value before',
    async (decision, say) => {
      const { hooks, records } = recordingHooks();
      hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call } }), { name: 'changer' });
      hooks.addHook('preToolCall', say, { name: 'decider' });
      await gateCall(hooks);
      expect(records).toMatchObject([{ decision, by: ['decider'], changed: true }]);
    },
  );

  test('of a retry names the first hook that wanted one, and nothing is changed', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('onToolCallResult', ({ attempt }) => (attempt === 1 ? retry() : undefined), {
      name: 'a',
    });
    hooks.addHook('onToolCallResult', ({ attempt }) => (attempt === 1 ? retry() : { result: 2 }), {
      name: 'b',
    });
    await toolCycle(await openTestChat(hooks), toolStep());
    expect(records).toMatchObject([
      { decision: 'retry', by: ['a'], changed: false },
      { decision: 'modify', by: ['b'] },
    ]);
  });

  test('has a number that increases, also among parallel calls', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preToolCall', async () => undefined);
    const chat = await openTestChat(hooks);
    await Promise.all(Array.from({ length: 5 }, () => toolCycle(chat, toolStep())));
    const numbers = records.map(({ seq }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right));
    expect(new Set(records.map(({ id }) => id)).size).toBe(numbers.length);
  });

  test('names no tool where there is none', async () => {
    const { hooks, records } = recordingHooks();
    hooks.addHook('preMemoryStore', () => undefined);
    await hooks.dispatch('preMemoryStore', { memory: [] });
    expect('tool' in records[0]!).toBe(false);
  });
});
