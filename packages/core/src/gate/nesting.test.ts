import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import {
  createHooks,
  type AnyVerdict,
  type Context,
  type HookOptions,
  type HooksOptions,
} from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { pauseFor } from '../../test/pause-for.ts';
import { toolStep } from '../../test/tool-step.ts';

/** Dispatches inside its own hook, again and again. Returns the depths and the last verdict. */
async function nested(
  maxDepth: number,
  again: (
    dispatch: (ctx: Context<'preToolCall'>) => Promise<AnyVerdict>,
    ctx: Context<'preToolCall'>,
  ) => unknown,
  always = false,
) {
  const hooks = createHooks({ maxDepth });
  const depths: number[] = [];
  const verdicts: AnyVerdict[] = [];
  hooks.addHook(
    'preToolCall',
    (ctx) => {
      depths.push(ctx.depth);
      if (depths.length > 50) throw new Error('endless');
      return again(async (within) => {
        const verdict = await gateCall(hooks, undefined, { within });
        verdicts.push(verdict);
        return verdict;
      }, ctx) as undefined;
    },
    { always },
  );
  await gateCall(hooks);
  await pauseFor(5);
  return { depths, verdicts };
}

describe('a dispatch within a dispatch', () => {
  test.each([false, true])(
    'is counted, and over the limit denied; hooks registered always: %s',
    async (always) => {
      const { depths, verdicts } = await nested(3, (dispatch, ctx) => void dispatch(ctx), always);
      expect(depths).toEqual([0, 1, 2, 3]);
      expect(verdicts[0]).toMatchObject({
        decision: 'deny',
        code: 'depth_exceeded',
        by: 'interpose',
      });
    },
  );

  test('is counted also after an await', async () => {
    const { depths, verdicts } = await nested(2, async (dispatch, ctx) => {
      await pauseFor(1);
      await dispatch(ctx);
    });
    expect(depths).toEqual([0, 1, 2]);
    expect(verdicts[0]).toMatchObject({ code: 'depth_exceeded' });
  });

  test('may be forbidden altogether', async () => {
    const { depths, verdicts } = await nested(0, (dispatch, ctx) => void dispatch(ctx));
    expect(depths).toEqual([0]);
    expect(verdicts).toMatchObject([{ code: 'depth_exceeded' }]);
  });

  test('over the limit is recorded and told like any deny', async () => {
    const hooks = createHooks({ maxDepth: 0 });
    const codes: unknown[] = [];
    hooks.observe('preToolCall', (_, record) => void codes.push(record?.codes));
    hooks.addHook('preToolCall', (ctx) => void gateCall(hooks, undefined, { within: ctx }));
    await gateCall(hooks);
    expect(codes).toEqual([['depth_exceeded'], []]);
  });

  test.each<[string, HooksOptions, HookOptions<'preToolCall'> | undefined]>([
    ['all hooks are monitored', { mode: 'monitor' }, {}],
    ['the one hook is monitored', {}, { mode: 'monitor' }],
    ['there are only observers', {}, undefined],
  ])('over the limit is not denied where %s', async (_, settings, options) => {
    const hooks = createHooks({ maxDepth: 0, ...settings });
    const codes: unknown[] = [];
    let asked = 0;
    hooks.observe('preToolCall', (ctx, record) => void codes.push(record?.codes));
    if (options !== undefined) hooks.addHook('preToolCall', () => void asked++, options);
    const parent = await openTestChat(hooks);
    const outcome = await toolCycle(await openTestChat(hooks, { parent }), toolStep());
    expect(outcome).toMatchObject({ kind: 'result', changed: false });
    expect([asked, codes]).toEqual([0, [['depth_exceeded']]]);
  });

  test('counts a hook that is on the stack although the dispatch does not name it', async () => {
    const hooks = createHooks({ maxDepth: 3 });
    const depths: number[] = [];
    hooks.addHook('preToolCall', ({ depth }) => {
      depths.push(depth);
      void gateCall(hooks);
    });
    await gateCall(hooks);
    expect(depths).toEqual([0, 1, 2, 3]);
  });

  test('does not count hooks that are over', async () => {
    const hooks = createHooks();
    const depths: number[] = [];
    hooks.addHook(
      'preToolCall',
      ({ depth }) => {
        depths.push(depth);
        throw new Error('x');
      },
      { onError: 'allow' },
    );
    await gateCall(hooks);
    await gateCall(hooks);
    expect(depths).toEqual([0, 0]);
  });

  test('belongs to the chat and session of its hook', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', async (ctx) => {
      seen.push([ctx.chatId, ctx.session.id, ctx.agent.id, ctx.user?.id]);
      await pauseFor(1);
      if (ctx.depth === 0) await gateCall(hooks, undefined, { within: ctx });
    });
    const chat = await openTestChat(hooks, { user: { id: 'u' } });
    await toolCycle(chat, toolStep());
    expect(seen).toEqual(Array.from({ length: 2 }, () => [chat.id, chat.session.id, 'agent', 'u']));
  });

  test('aborts with the chat of its hook', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    let inner: unknown;
    hooks.addHook('preToolCall', async (ctx) => {
      if (ctx.depth > 0) return;
      await pauseFor(1);
      controller.abort('stop');
      inner = await gateCall(hooks, undefined, { within: ctx }).catch((error: unknown) => error);
    });
    const chat = await openTestChat(hooks, { signal: controller.signal });
    await expect(toolCycle(chat, toolStep())).rejects.toBe('stop');
    expect(inner).toBe('stop');
  });

  test('of a nested agent starts one deeper than its caller', async () => {
    const hooks = createHooks({ maxDepth: 1 });
    const depths: number[] = [];
    hooks.addHook('preToolCall', ({ depth }) => void depths.push(depth));
    const parent = await openTestChat(hooks);
    const child = await openTestChat(hooks, { parent });
    const grandchild = await openTestChat(hooks, { parent: child });
    await toolCycle(parent, toolStep());
    await toolCycle(child, toolStep());
    expect(depths).toEqual([0, 1]);
    expect(await toolCycle(grandchild, toolStep())).toMatchObject({
      denial: { code: 'depth_exceeded' },
    });
  });
});
