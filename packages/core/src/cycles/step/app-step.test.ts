import { describe, expect, test } from 'vitest';

import { around } from '../../adapter.ts';
import { createHooks, retry } from '../../index.ts';
import { openTestChat } from '../../../test/open-test-chat.ts';
import { sampleCall, TOOL } from '../../../test/sample-values.ts';

describe('a step of an app', () => {
  const payload = { query: { text: 'q' } };

  test('acts on the value the hooks left', async () => {
    const hooks = createHooks();
    hooks.addHook('preKnowledgeQuery', () => ({ query: { text: 'safe' } }));
    const outcome = await hooks.step('preKnowledgeQuery', payload, ({ text }) => [
      { id: text, content: '' },
    ]);
    expect(outcome).toMatchObject({ output: [{ id: 'safe' }], changed: false });
  });

  test('is skipped by an outcome, which passes the event after it as synthetic', async () => {
    const hooks = createHooks();
    const results = [{ id: '1', content: 'cached' }];
    let synthetic: unknown;
    hooks.addHook('preKnowledgeQuery', () => ({ results }));
    hooks.addHook('onKnowledgeRetrieved', (ctx) => void (synthetic = ctx.synthetic));
    const outcome = await hooks.step('preKnowledgeQuery', payload, () => []);
    expect(outcome).toEqual({ kind: 'output', output: results, synthetic: true, changed: true });
    expect(synthetic).toBe(true);
  });

  test('runs again when the event after it says so, at most retries more times', async () => {
    const hooks = createHooks({ retries: 1 });
    const attempts: number[] = [];
    hooks.addHook('onDelegateResult', ({ attempt }) => {
      attempts.push(attempt);
      return retry();
    });
    let acted = 0;
    const task = { kind: 'handoff', to: 'x', input: 1 } as const;
    expect(await hooks.step('preDelegate', { task }, () => ++acted)).toMatchObject({ output: 2 });
    expect(attempts).toEqual([1, 2]);
  });

  test('to which nobody listens just acts', async () => {
    const hooks = createHooks();
    expect(await hooks.step('preMemoryStore', { memory: [] }, (memory) => memory)).toEqual({
      kind: 'output',
      output: [],
      synthetic: false,
      changed: false,
    });
  });

  test('suspended tells its token and reason', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: 'sure?' }));
    const chat = await openTestChat(hooks, { suspends: true });
    const outcome = await around(chat, 'preToolCall', { call: sampleCall(), tool: TOOL }, () => 1);
    expect(outcome).toMatchObject({
      kind: 'suspended',
      reason: 'sure?',
      token: expect.any(String),
    });
  });

  test('aborted before it acts rejects with the reason, and while it does with what it threw', async () => {
    const hooks = createHooks();
    const controller = new AbortController();
    const { signal } = controller;
    let acted = 0;
    const act = (): never => {
      acted++;
      controller.abort('stop');
      throw new Error('noticed');
    };
    const step = (): Promise<unknown> =>
      hooks.step('preMemoryStore', { memory: [] }, act, { signal });
    await expect(step()).rejects.toThrow('noticed');
    await expect(step()).rejects.toBe('stop');
    expect(acted).toBe(1);
  });

  test('leaves the payload it was given as it was', async () => {
    const hooks = createHooks();
    hooks.addHook('preKnowledgeQuery', () => ({ query: { text: 'safe' } }));
    const given = { query: { text: 'q' } };
    await hooks.step('preKnowledgeQuery', given, () => []);
    expect(given).toEqual({ query: { text: 'q' } });
  });
});
