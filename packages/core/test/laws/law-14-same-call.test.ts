import { describe, expect, test } from 'vitest';

import { gateToolCall, toolCycle } from '../../src/adapter.ts';
import { createHooks, type ToolCall } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { sampleCall } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

/** How often the hooks are asked about a call that is approved as the one and then executed as the other. */
async function timesAsked(approved: ToolCall, executed: ToolCall): Promise<number> {
  const hooks = createHooks();
  let asked = 0;
  hooks.addHook('preToolCall', () => void asked++);
  const chat = await openTestChat(hooks);
  await gateToolCall(chat, toolStep({ call: approved }));
  await toolCycle(chat, toolStep({ call: executed }));
  return asked;
}

describe('law 14: the call that was approved', () => {
  test('is the same with its arguments made anew, in another order', async () => {
    const first = sampleCall({ cents: 100, to: { iban: 'DE1', notes: ['a', 'b'] } });
    const second = sampleCall({ to: { notes: ['a', 'b'], iban: 'DE1' }, cents: 100 });
    expect(await timesAsked(first, second)).toBe(1);
  });

  test.each([
    ['one key more', { cents: 100, to: {}, more: undefined }],
    ['another key', { cents: 100, from: {} }],
    ['a list for a record', { cents: 100, to: [] }],
    ['nothing for a record', { cents: 100, to: null }],
    ['a date for a record', { cents: 100, to: new Date(0) }],
    ['a text for a number', { cents: '100', to: {} }],
  ])('is another one with %s', async (_, args) => {
    expect(await timesAsked(sampleCall({ cents: 100, to: {} }), sampleCall(args))).toBe(2);
  });

  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  test.each([
    ['itself', circle],
    ['a function', { run: () => 1 }],
    ['what is no number', { cents: Number.NaN }],
  ])('is judged at both phases where its arguments hold %s', async (_, args) => {
    expect(await timesAsked(sampleCall(args), sampleCall(args))).toBe(2);
  });
});
