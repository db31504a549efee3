import { describe, expect, test, vi } from 'vitest';

import { modelCycle, toolCycle } from '../adapter.ts';
import { createHooks, type Context, type EventName } from '../index.ts';
import { EVENT_TABLE } from '../registry/events/event-table.ts';
import { gateCall } from '../../test/gate-call.ts';
import { modelStep } from '../../test/model-step.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall, TOOL } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';

const USER = { id: 'u', organisation: 'o' };
const TRACE = { traceparent: '00-1-2-01' };

/** Returns the context of a `preToolCall` hook in a chat in which everything is set. */
async function seen(): Promise<Context<'preToolCall'>> {
  const hooks = createHooks();
  let ctx: Context<'preToolCall'> | undefined;
  hooks.addHook('preToolCall', (given) => void (ctx = given));
  const chat = await openTestChat(hooks, {
    session: { id: 's', metadata: { plan: 'pro' } },
    user: USER,
    trace: TRACE,
  });
  await modelCycle(chat, modelStep());
  await toolCycle(chat, toolStep({ native: { raw: true } }));
  return ctx!;
}

describe('a context', () => {
  test('says what happens, where, and for whom', async () => {
    const before = Date.now();
    const ctx = await seen();
    expect(ctx).toMatchObject({
      event: 'preToolCall',
      call: sampleCall(),
      tool: TOOL,
      resumed: false,
      iteration: 0,
      attempt: 1,
      depth: 0,
      agent: { id: 'agent', name: 'Agent' },
      user: USER,
      trace: TRACE,
      host: { framework: 'test', version: '1.0.0', native: { raw: true } },
      mode: 'enforce',
    });
    expect(ctx.session).toMatchObject({ id: 's', metadata: { plan: 'pro' } });
    expect(ctx.at).toBeGreaterThanOrEqual(before);
    expect(ctx.at).toBeLessThanOrEqual(Date.now());
    expect(ctx.parentChatId).toBeUndefined();
    expect(ctx.scope).toBeUndefined();
  });

  test.each([...EVENT_TABLE.values()])(
    'of $name throws on any assignment',
    async ({ name, keys, kind }) => {
      const hooks = createHooks();
      const event = name as EventName;
      const refused: string[] = [];
      const write = (ctx: object): void => {
        for (const key of [
          ...keys!,
          'event',
          'session',
          'chatId',
          'metadata',
          'signal',
          'can',
          'at',
        ]) {
          try {
            (ctx as Record<string, unknown>)[key] = 'mine';
          } catch (error) {
            refused.push((error as { code: string }).code);
          }
        }
      };
      hooks.addHook(event, write);
      await hooks.dispatch(event, {});
      expect(refused).toEqual(Array.from(refused, () => 'readonly_context'));
      expect(refused).toHaveLength(keys!.length + 7);
      expect(kind).toMatch(/observer|interceptor/);
    },
  );

  test('has a note pad that the hooks of one dispatch share, fresh in the next', async () => {
    const hooks = createHooks();
    const found: unknown[] = [];
    hooks.addHook('preToolCall', ({ metadata }) => {
      found.push({ ...metadata });
      metadata['seen'] = true;
    });
    hooks.addHook('preToolCall', ({ metadata }) => void found.push({ ...metadata }));
    hooks.observe('preToolCall', ({ metadata }) => void found.push({ ...metadata }));
    await gateCall(hooks);
    await gateCall(hooks);
    const once = [{}, { seen: true }, { seen: true }];
    expect(found).toEqual([...once, ...once]);
  });

  test('becomes JSON with its payload and identity, and nothing of the host', async () => {
    const ctx = await seen();
    expect(JSON.parse(JSON.stringify(ctx))).toEqual({
      event: 'preToolCall',
      sessionId: 's',
      chatId: ctx.chatId,
      stepId: ctx.stepId,
      attempt: 1,
      iteration: 0,
      at: ctx.at,
      agent: { id: 'agent', name: 'Agent' },
      user: USER,
      call: sampleCall(),
      tool: TOOL,
    });
  });

  test('shows the host without a native object where the step has none', async () => {
    const hooks = createHooks();
    let native: unknown = 'unset';
    hooks.addHook('preToolCall', ({ host }) => void (native = 'native' in host));
    await toolCycle(await openTestChat(hooks), toolStep());
    expect(native).toBe(false);
  });

  test('has the user of the session where the chat names none', async () => {
    const hooks = createHooks();
    const users: unknown[] = [];
    hooks.addHook('preToolCall', ({ user }) => void users.push(user?.id));
    const session = { id: 's', user: { id: 'owner' } };
    await toolCycle(await openTestChat(hooks, { session }), toolStep());
    await toolCycle(await openTestChat(hooks, { session, user: USER }), toolStep());
    expect(users).toEqual(['owner', 'u']);
  });

  test('shows what the model said it was thinking before this call', async () => {
    const hooks = createHooks();
    const thoughts: unknown[] = [];
    hooks.addHook('preToolCall', ({ reasoning }) => void thoughts.push(reasoning));
    const chat = await openTestChat(hooks);
    const thinking = (...texts: string[]) =>
      modelStep({
        response: () => ({
          content: texts.map((text) => ({ type: 'reasoning', text }) as const),
        }),
      });
    await toolCycle(chat, toolStep());
    await modelCycle(chat, thinking('first', 'second'));
    await toolCycle(chat, toolStep());
    await modelCycle(chat, thinking());
    await toolCycle(chat, toolStep());
    expect(thoughts).toEqual([undefined, 'first\nsecond', undefined]);
  });

  test('shows the agent that goes on after a handoff', async () => {
    const hooks = createHooks();
    const agents: string[] = [];
    hooks.addHook('preToolCall', ({ agent }) => void agents.push(agent.id));
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep());
    chat.handOver({ id: 'billing' });
    await toolCycle(chat, toolStep());
    expect(agents).toEqual(['agent', 'billing']);
  });

  test('has a step id of its own, also under a session id that was used before', async () => {
    const hooks = createHooks();
    const ids: string[] = [];
    hooks.addHook('preToolCall', ({ stepId }) => void ids.push(stepId));
    for (let n = 0; n < 3; n++) {
      const chat = await openTestChat(hooks, { session: { id: 's' } });
      await toolCycle(chat, toolStep());
      await hooks.endSession('s');
    }
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => id.startsWith('s:'))).toBe(true);
  });

  test('has a step id of its own, also in a process that opens the session of another', async () => {
    const ids: string[] = [];
    for (let started = 0; started < 2; started++) {
      vi.resetModules();
      const fresh = await import('../index.ts');
      const hooks = fresh.createHooks();
      hooks.addHook('preToolCall', ({ stepId }) => void ids.push(stepId));
      const step = { call: sampleCall(), tool: TOOL };
      await hooks.dispatch('preToolCall', step, { session: { id: 's' }, chatId: 'c' });
    }
    expect(new Set(ids).size).toBe(2);
  });
});
