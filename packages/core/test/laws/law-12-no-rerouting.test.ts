import { describe, expect, test } from 'vitest';

import { toolCycle, type ToolStep } from '../../src/adapter.ts';
import { createHooks, deny, respond, type Hooks, type Tool } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { gateCall } from '../gate-call.ts';
import { sampleCall, TOOL } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

async function run(hooks: Hooks, step: Partial<ToolStep<unknown>> = {}) {
  const ran: string[] = [];
  const chat = await openTestChat(hooks);
  const outcome = await toolCycle(
    chat,
    toolStep({ run: ({ name }) => ran.push(name) && 'done', ...step }),
  );
  return { outcome, ran };
}

function renaming(name: string): Hooks {
  const hooks = createHooks({ allowRename: true });
  hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, name } }));
  return hooks;
}

const find =
  (tools: Readonly<Record<string, Partial<Tool>>>) =>
  (name: string): Tool => ({ ...TOOL, name, known: name in tools, ...tools[name] });

describe('law 12: no rerouting', () => {
  test.each([
    ['a keyed form', (call: object) => ({ call })],
    ['a verdict', (call: object) => ({ decision: 'modify', value: call })],
    ['a later answer', async (call: object) => ({ call })],
  ])("%s cannot change a call's id", async (_, form) => {
    const hooks = createHooks({ allowRename: true });
    hooks.addHook('preToolCall', ({ call }) => form({ ...call, id: 'other' }) as never);
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'call_id_changed' });
  });

  test('a changed name is denied', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, name: 'exec' } }));
    const { outcome, ran } = await run(hooks, { find: find({ exec: {} }) });
    expect(outcome).toMatchObject({ kind: 'denied', denial: { code: 'rename_denied' } });
    expect(ran).toEqual([]);
  });

  test('with allowRename a call reaches a tool that is known and enabled', async () => {
    const { outcome, ran } = await run(renaming('safe'), { find: find({ safe: {} }) });
    expect(outcome).toMatchObject({ kind: 'result' });
    expect(ran).toEqual(['safe']);
  });

  test.each([
    ['unknown', {}, 'tool_unknown'],
    ['disabled', { safe: { enabled: false } }, 'tool_disabled'],
  ])('with allowRename a call cannot reach a tool that is %s', async (_, tools, code) => {
    const { outcome, ran } = await run(renaming('safe'), { find: find(tools) });
    expect(outcome).toMatchObject({ kind: 'denied', denial: { code } });
    expect(ran).toEqual([]);
  });

  test('with allowRename a call reaches nothing where the host cannot look the tool up', async () => {
    const { outcome } = await run(renaming('safe'));
    expect(outcome).toMatchObject({ denial: { code: 'tool_unknown' } });
  });

  test('with allowRename a call cannot reach a tool whose scopes are all unregistered', async () => {
    const hooks = renaming('safe');
    const leave = hooks.scopes.register({ name: 'ops', tools: ['safe'] });
    expect((await run(hooks, { find: find({ safe: {} }) })).ran).toEqual(['safe']);
    leave();
    const { outcome } = await run(hooks, { find: find({ safe: {} }) });
    expect(outcome).toMatchObject({ denial: { code: 'tool_disabled' } });
  });

  test.each([
    ['disabled', { enabled: false }],
    ['unknown', { known: false }],
  ] as const)(
    'no verdict reaches a tool that is %s, and no preToolCall fires',
    async (cause, tool) => {
      const hooks = createHooks({ allowRename: true });
      const log: string[] = [];
      hooks.addHook('preToolCall', ({ call }) => {
        log.push('preToolCall');
        return respond({ result: call.name });
      });
      hooks.addHook('onToolCallError', (ctx) => {
        log.push(`onToolCallError ${ctx.cause}`);
      });
      const { outcome, ran } = await run(hooks, { tool: { ...TOOL, ...tool } });
      expect(outcome).toEqual({
        kind: 'error',
        cause,
        error: { message: `The tool refund is ${cause}.` },
      });
      expect(ran).toEqual([]);
      expect(log).toEqual([`onToolCallError ${cause}`]);
    },
  );

  test('an unreachable call may still be denied or explained, never run', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', ({ cause }) =>
      cause === 'unknown' ? { error: { message: 'choose another tool' } } : deny('hidden'),
    );
    const unknown = await run(hooks, { tool: { ...TOOL, known: false } });
    expect(unknown.outcome).toMatchObject({ error: { message: 'choose another tool' } });
    const disabled = await run(hooks, { tool: { ...TOOL, enabled: false } });
    expect(disabled.outcome).toMatchObject({ kind: 'denied', denial: { reason: 'hidden' } });
    expect([...unknown.ran, ...disabled.ran]).toEqual([]);
  });

  test('a tool disabled between two attempts is not reached by the second', async () => {
    const hooks = createHooks();
    const leave = hooks.scopes.register({ name: 'billing', tools: ['refund'] });
    hooks.addHook('onToolCallResult', () => {
      leave();
      return { decision: 'retry' };
    });
    const { outcome, ran } = await run(hooks);
    expect(ran).toEqual(['refund']);
    expect(outcome).toMatchObject({ kind: 'error', cause: 'disabled' });
  });

  test('the same id and name in a new object are no rerouting', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ call: sampleCall({ cents: 2 }) }));
    expect((await run(hooks)).outcome).toMatchObject({ kind: 'result' });
  });

  test('a tool that is disabled while a hook takes its time does not run', async () => {
    const hooks = createHooks();
    const unregister = hooks.scopes.register({ name: 'billing', tools: [TOOL.name] });
    hooks.addHook('preToolCall', async () => {
      await Promise.resolve();
      unregister();
    });
    const { outcome, ran } = await run(hooks);
    expect(outcome).toMatchObject({ kind: 'error', cause: 'disabled' });
    expect(ran).toEqual([]);
  });
});
