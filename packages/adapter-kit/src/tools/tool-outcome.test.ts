import { createHooks, deny } from '@interpose/core';
import { toolCycle, type Chat, type ToolOutcome } from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

import { openTestChat } from '../../test/open-test-chat.ts';
import { describeTool, resultOf, toldInstead, toldUnreached, ToolError } from './tool-outcome.ts';

const call = { id: 'call_1', name: 'pay', args: { cents: 100 } };
const tool = { name: 'pay', origin: 'local', known: true, enabled: true } as const;

function runIn(chat: Chat, run: () => unknown): Promise<ToolOutcome<unknown>> {
  return Promise.resolve(toolCycle<unknown>(chat, { call, tool, run }));
}

const thrownBy = (outcome: ToolOutcome<unknown>): unknown => {
  try {
    return { instead: resultOf(outcome) };
  } catch (error) {
    return error;
  }
};

describe('the outcome of a tool', () => {
  test("is the tool's own object where nothing changed it", async () => {
    const paid = { receipt: 7 };
    const outcome = await runIn(await openTestChat(createHooks()), () => paid);
    expect(resultOf(outcome)).toBe(paid);
  });

  test('is the very error that the tool threw', async () => {
    const broken = new RangeError('the till is empty');
    const outcome = await runIn(await openTestChat(createHooks()), () => {
      throw broken;
    });
    expect(thrownBy(outcome)).toBe(broken);
  });

  test('is what the model is told where a policy refused the call', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('no payments today'), { name: 'closed' });
    const outcome = await runIn(await openTestChat(hooks), () => 'paid');
    const error = thrownBy(outcome);
    expect(error).toBeInstanceOf(ToolError);
    expect(String(error)).toBe((error as Error).message);
    expect(String(error)).toMatch(/^Blocked by .*no payments today/);
  });

  test('is the text that a policy put in the place of the error, not the error itself', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => ({ error: { message: 'try again later' } }));
    const outcome = await runIn(await openTestChat(hooks), () => {
      throw new Error('password 1234 was refused');
    });
    const error = thrownBy(outcome);
    expect(error).toBeInstanceOf(ToolError);
    expect(String(error)).toBe('try again later');
  });

  test('names the reason where the call waits for a person', () => {
    const outcome = { kind: 'suspended', token: 't', reason: 'over 100', call } as const;
    expect(toldInstead(outcome)).toBe('This call waits for approval: over 100');
    expect(thrownBy(outcome)).toBeInstanceOf(ToolError);
  });
});

describe('what is told of a call that reached no tool', () => {
  const report = (chat: Chat): Promise<string | undefined> =>
    toldUnreached(chat, { call, tool, error: 'no such tool', cause: 'unknown' });

  test("is the host's own text where no policy said anything", async () => {
    expect(await report(await openTestChat(createHooks()))).toBeUndefined();
  });

  test('is the text of a policy that changed or withheld the error', async () => {
    const [changing, withholding] = [createHooks(), createHooks()];
    changing.addHook('onToolCallError', () => ({ error: { message: 'ask for help' } }));
    withholding.addHook('onToolCallError', () => deny('secret'), { name: 'quiet' });
    expect(await report(await openTestChat(changing))).toBe('ask for help');
    expect(await report(await openTestChat(withholding))).toMatch(/^Error withheld by /);
  });
});

describe('a tool as policies see it', () => {
  test('has the facts of the host, and none that are missing', () => {
    const hooks = createHooks();
    const facts = {
      origin: 'mcp',
      description: 'Pays.',
      annotations: { readOnlyHint: false },
    } as const;
    expect(describeTool('pay', facts, hooks)).toEqual({
      name: 'pay',
      known: true,
      enabled: true,
      ...facts,
    });
    expect(describeTool('pay', { description: { not: 'a text' } }, hooks)).toEqual(tool);
  });

  test('is unknown where the host has none of the name, and disabled where its scope is gone', () => {
    const hooks = createHooks();
    const leave = hooks.scopes.register({ name: 'billing', tools: ['pay'] });
    expect(describeTool('pay', {}, hooks)).toEqual({ ...tool, scope: 'billing' });
    leave();
    expect(describeTool('pay', {}, hooks).enabled).toBe(false);
    expect(describeTool('teleport', undefined, hooks).known).toBe(false);
  });
});
