import type { StreamResponse } from '@a2a-js/sdk';
import { createHooks, deny, type DelegateTask, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { saying, startDesk, textIn, work, type Desk } from '../../test/desk.ts';

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

/** The SDK's two ways to send a message; each returns the text that the caller got. */
const ways = {
  async plain(hooks: Hooks, text: string): Promise<string> {
    desk = await startDesk();
    return textIn(await (await desk.client(hooks)).sendMessage(saying(text)));
  },
  async streamed(hooks: Hooks, text: string): Promise<string> {
    desk = await startDesk();
    const events: StreamResponse[] = [];
    for await (const event of (await desk.client(hooks)).sendMessageStream(saying(text)))
      events.push(event);
    return textIn(events);
  },
} as const;

describe.each(['plain', 'streamed'] as const)('a message to another agent, %s,', (way) => {
  const send = ways[way];

  test('is a delegation to that agent, with its text as the work', async () => {
    const hooks = createHooks();
    const tasks: DelegateTask[] = [];
    hooks.addHook('preDelegate', ({ task }) => void tasks.push(task));
    expect(await send(hooks, 'book it')).toBe('the answer');
    expect(tasks).toEqual([{ kind: 'a2a', to: `${desk!.url}/rpc`, input: 'book it' }]);
  });

  test('is not sent when the delegation is denied', async () => {
    const hooks = createHooks();
    hooks.addHook('preDelegate', () => deny('not from here'), { name: 'home' });
    await expect(send(hooks, 'book it')).rejects.toThrow('Blocked by home: not from here');
    expect(desk!.asked).toEqual([]);
  });

  test('says what the hooks make of the work', async () => {
    const hooks = createHooks();
    hooks.addHook('preDelegate', ({ task }) => ({ task: { ...task, input: 'look only' } }));
    await send(hooks, 'book it');
    expect(desk!.asked.map(textIn)).toEqual(['look only']);
  });

  test('goes to nobody else', async () => {
    const hooks = createHooks();
    hooks.addHook('preDelegate', ({ task }) => ({ task: { ...task, to: 'https://evil.example' } }));
    await expect(send(hooks, 'book it')).rejects.toThrow('[invalid_modification]');
    expect(desk!.asked).toEqual([]);
  });

  test('is spared by a supplied result, which passes the gate of results', async () => {
    const hooks = createHooks();
    const results: unknown[] = [];
    hooks.addHook('preDelegate', () => ({ result: 'known already' }));
    hooks.observe(
      'onDelegateResult',
      ({ result, synthetic }) => void results.push(result, synthetic),
    );
    expect(await send(hooks, 'book it')).toBe('known already');
    await hooks.flush();
    expect(results).toEqual(['known already', true]);
    expect(desk!.asked).toEqual([]);
  });

  test('brings an error where a hook supplied one', async () => {
    const hooks = createHooks();
    hooks.addHook('preDelegate', () => ({ error: 'the desk is closed' }));
    await expect(send(hooks, 'book it')).rejects.toThrow('the desk is closed');
  });

  test('brings a result that is withheld as a whole, or changed, before the caller has any of it', async () => {
    const hooks = createHooks();
    hooks.addHook('onDelegateResult', () => ({ result: 'nothing to see' }));
    expect(await send(hooks, 'book it')).toBe('nothing to see');
    await desk!.close();
    hooks.addHook('onDelegateResult', () => deny('it names a customer'), { name: 'quiet' });
    await expect(send(hooks, 'book it')).rejects.toThrow('Result withheld by quiet');
    expect(desk!.asked).toHaveLength(1);
  });
});

test('a stream is told of as a result when it is over, where nobody may withhold it', async () => {
  const hooks = createHooks();
  const results: unknown[] = [];
  hooks.observe('onDelegateResult', ({ result }) => void results.push(result));
  desk = await startDesk({ execute: work('one', 'two') });
  for await (const event of (await desk.client(hooks)).sendMessageStream(saying('go'))) void event;
  await hooks.flush();
  expect(results).toHaveLength(1);
  expect(JSON.stringify(results)).toContain('"text":"two"');
});

test('a question about a task is no delegation', async () => {
  const hooks = createHooks();
  hooks.addHook('preDelegate', () => deny('nothing goes out'));
  desk = await startDesk();
  const asked = (await desk.client(hooks)).getTask({
    tenant: '',
    id: 'x',
    historyLength: undefined,
  });
  await expect(asked).rejects.toThrow(/not found/i);
});
