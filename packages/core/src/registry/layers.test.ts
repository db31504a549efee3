import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createHooks, deny, type DecisionRecord, type Hooks } from '../index.ts';
import { toolCycle } from '../adapter.ts';
import { gateCall } from '../../test/gate-call.ts';
import { logEvents } from '../../test/event-log.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { toolStep } from '../../test/tool-step.ts';

describe('a registry that extends another', () => {
  test('has the hooks of both, and the other has its own alone', async () => {
    const base = createHooks();
    const log: string[] = [];
    base.addHook('preToolCall', () => void log.push('base'));
    const layer = base.extend();
    layer.addHook('preToolCall', () => void log.push('layer'));
    await gateCall(layer);
    expect(log.splice(0)).toEqual(['base', 'layer']);
    await gateCall(base);
    expect(log).toEqual(['base']);
  });

  test('sees what the other registers and disposes later', async () => {
    const base = createHooks();
    const layer = base.extend().extend();
    await gateCall(layer);
    const dispose = base.addHook('preToolCall', () => deny('later'));
    expect(await gateCall(layer)).toMatchObject({ reason: 'later' });
    dispose();
    expect(await gateCall(layer)).toEqual({ decision: 'allow' });
  });

  test('of any depth tells whom it and those below it have, whenever and wherever they came and went', async () => {
    const level = fc.integer({ min: 0, max: 2 });
    const step = fc.oneof(
      fc.tuple(fc.constantFrom(...LISTENERS), level),
      fc.tuple(fc.constant('ask' as const), level),
      fc.tuple(fc.constant('dispose' as const), fc.nat()),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const base = createHooks();
        // Without a listener to calls, there would be no decision to report.
        base.addHook('preToolCall', () => undefined);
        const layer = base.extend();
        const registries = [base, layer, layer.extend()];
        const living: { name: string; level: number; dispose: () => void }[] = [];
        const told: string[] = [];
        for (const [place, [what, at]] of steps.entries()) {
          const name = `${what} ${place}`;
          if (what === 'dispose') living.splice(at % (living.length + 1), 1)[0]?.dispose();
          else if (what !== 'ask')
            living.push({
              name,
              level: at,
              dispose: listen(registries[at]!, what, () => void told.push(name)),
            });
          if (what !== 'ask') continue;
          await gateCall(registries[at]!);
          const expected = living.filter((each) => each.level <= at).map((each) => each.name);
          expect(told.splice(0).toSorted()).toEqual(expected.toSorted());
        }
      }),
      { numRuns: 400 },
    );
  });

  test('takes policies and an approver of its own', async () => {
    const base = createHooks({
      policies: [{ name: 'a', hooks: { preToolCall: () => ({ decision: 'ask', reason: '?' }) } }],
    });
    const layer = base.extend({
      approver: () => ({ approved: true }),
      policies: [{ name: 'b', hooks: { preToolCall: () => undefined } }],
    });
    expect(await gateCall(base)).toMatchObject({ code: 'approver_unavailable' });
    expect(await gateCall(layer)).toEqual({ decision: 'allow' });
  });

  test('has the observers of both, and its decisions reach both', async () => {
    const base = createHooks();
    const log: string[] = [];
    const records: DecisionRecord[] = [];
    base.observe('onDecision', ({ record }) => void records.push(record));
    base.observe('*', (ctx) => void log.push(`base ${ctx.event}`));
    const layer = base.extend();
    layer.observe('preToolCall', () => void log.push('layer'));
    layer.observe('*', (ctx) => void log.push(`layer ${ctx.event}`));
    layer.addHook('preToolCall', () => deny('no'));
    await gateCall(layer);
    expect(records).toMatchObject([{ decision: 'deny' }]);
    expect(log).toEqual([
      'base preToolCall',
      'layer',
      'layer preToolCall',
      'base onDecision',
      'layer onDecision',
    ]);
    log.length = 0;
    await gateCall(base);
    expect(log.every((line) => line.startsWith('base'))).toBe(true);
  });

  test('told of no decision by its own observer does not disturb the other', async () => {
    const base = createHooks();
    const layer = base.extend();
    const records: DecisionRecord[] = [];
    base.addHook('preToolCall', () => undefined);
    const dispose = layer.observe('onDecision', ({ record }) => void records.push(record));
    await gateCall(base);
    expect(records).toEqual([]);
    await gateCall(layer);
    expect(records).toHaveLength(1);
    dispose();
    await gateCall(layer);
    expect(records).toHaveLength(1);
  });

  test('shares scopes, state and sessions with the other', async () => {
    const base = createHooks();
    const layer = base.extend();
    const log = logEvents(base);
    base.scopes.register({ name: 's', tools: ['refund'] })();
    expect(layer.scopes.isEnabled('refund')).toBe(false);
    const session = { id: 's' };
    const first = await openTestChat(base, { session });
    await first.session.state.set('k', 1);
    const second = await openTestChat(layer, { session });
    expect(await second.session.state.get('k')).toBe(1);
    expect(second.session).toBe(first.session);
    await layer.endSession('s');
    expect(log.filter((event) => event.startsWith('onSession'))).toEqual([
      'onSessionStart',
      'onSessionEnd',
    ]);
  });

  test('tells of the end of a session that it opened', async () => {
    const base = createHooks();
    const log = logEvents(base);
    await completeChat(await openTestChat(base.extend()));
    expect(log).toEqual(['onSessionStart', 'onChatStart', 'onChatDone', 'onSessionEnd']);
  });

  test('closed by itself ends no session of the other', async () => {
    const base = createHooks();
    const log = logEvents(base);
    const chat = await openTestChat(base, { session: { id: 's' } });
    const layer = base.extend();
    await layer.close();
    expect(log).not.toContain('onSessionEnd');
    await expect(openTestChat(layer)).rejects.toThrow('[hooks_closed]');
    expect((await toolCycle(chat, toolStep())).kind).toBe('result');
  });

  test('opens the chat of a nested agent in the session of its parent', async () => {
    const base = createHooks();
    const parent = await openTestChat(base);
    const child = await openTestChat(base.extend(), { parent });
    expect(child.session).toBe(parent.session);
    expect(child.parentChatId).toBe(parent.id);
  });
});

const LISTENERS = ['hook', 'observer', 'observer of all', 'observer of decisions'] as const;

/** Makes this registry report a tool call, in one of its ways. */
function listen(hooks: Hooks, what: (typeof LISTENERS)[number], tell: () => void): () => void {
  if (what === 'hook') return hooks.addHook('preToolCall', () => tell());
  if (what === 'observer') return hooks.observe('preToolCall', () => tell());
  if (what === 'observer of decisions') return hooks.observe('onDecision', () => tell());
  return hooks.observe('*', ({ event }) => (event === 'preToolCall' ? tell() : undefined));
}
