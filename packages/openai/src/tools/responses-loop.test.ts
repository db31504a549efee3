import { createHooks } from '@interpose/core';
import OpenAI from 'openai';
import { BrowserToolset } from 'openai/helpers/browser';
import { ComputerToolset } from 'openai/helpers/computer';
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';
import { describe, expect, test } from 'vitest';

import { withHooks } from '../index.ts';

const wish = { id: 'f', type: 'function_call', call_id: 'c', name: 'refund', arguments: '{}' };
const text = { type: 'output_text', text: 'Done.', annotations: [] };
const said = { id: 'm', type: 'message', role: 'assistant', content: [text] };
const asked = { model: 'small', input: 'Pay me.' };
const tool = { type: 'function' as const, name: 'refund', parameters: {}, strict: false };

/** Returns a client whose service calls the tool first, and a runner that has the tool. */
function open(execute: (runner: ResponsesToolRunner, client: OpenAI) => Promise<string>) {
  const answers = [wish, said];
  const fetch = async (): Promise<Response> => {
    const item = { status: 'completed', ...answers.shift() };
    return Response.json({ id: 'r', object: 'response', status: 'completed', output: [item] });
  };
  const client = new OpenAI({ apiKey: 'any', fetch, logLevel: 'off' });
  const runner: ResponsesToolRunner = new ResponsesToolRunner({
    functions: [{ tool, execute: () => execute(runner, client) }],
  });
  const hooks = createHooks();
  const heard: string[] = [];
  hooks.addHook('preToolCall', ({ call }) => void heard.push(call.name));
  for (const event of ['onChatStart', 'onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(event, () => void heard.push(event));
  withHooks(runner as never, hooks);
  return { client, runner, heard, flush: () => hooks.flush() };
}

describe('a runner with hooks', () => {
  test('keeps a ledger, whose requests take no other options than those of the app', async () => {
    const { client, runner, heard, flush } = open(async () => 'paid');
    const saved: unknown[] = [];
    const save = async (record: unknown): Promise<void> => void saved.push(record);
    const ledger = { runId: 'run', save } as never;
    const { output_text: answer } = await runner.run(client, asked, { ledger });
    await flush();
    expect([answer, saved.length > 0]).toEqual(['Done.', true]);
    expect(heard).toEqual(['onChatStart', 'refund', 'onChatDone']);
  });

  test('refuses a second run while it is busy, and goes on with the first', async () => {
    const refused: string[] = [];
    const { client, runner, heard, flush } = open(async (own, ownClient) => {
      const second = own.run(ownClient, asked);
      await second.catch(({ message }: Error) => void refused.push(message));
      return 'paid';
    });
    const { output_text: answer } = await runner.run(client, asked);
    await flush();
    expect([answer, refused]).toEqual(['Done.', ['Helper is busy.']]);
    expect(heard).toEqual(['onChatStart', 'refund', 'onChatDone']);
  });

  test('is refused where all has to be enforced and it has a computer or a browser, which pass no gate', () => {
    const names = 'click double_click drag keypress move screenshot scroll type wait'.split(' ');
    const driver = Object.fromEntries(names.map((name) => [name, async () => undefined]));
    const browser = new BrowserToolset(driver as never, { confirm: () => true });
    const computer = new ComputerToolset(driver as never);
    const hook = (has: object): unknown =>
      withHooks(new ResponsesToolRunner(has) as never, createHooks(), { require: 'enforced' });
    for (const has of [{ browser }, { computer }])
      expect(() => hook(has)).toThrow(/^\[not_enforced\].*browser and computer preToolCall/);
    expect(hook({ functions: [] })).toBeInstanceOf(ResponsesToolRunner);
  });

  test('is told, or refused where all has to be enforced, with a copy of a client, which passes no hooks', async () => {
    const { client, runner, heard } = open(async () => 'paid');
    const { responses } = client;
    await responses.create(asked);
    const copy = { responses, withOptions: () => copy } as never;
    const hooks = createHooks();
    hooks.observe('onHookError', ({ code }) => void heard.push(code));
    withHooks(runner as never, hooks);
    await runner.run(copy, asked);
    expect(heard).toContain('unmediated_call');
    withHooks(runner as never, hooks, { require: 'enforced' });
    await expect(runner.run(copy, asked)).rejects.toThrow('[not_enforced] ');
  });
});
