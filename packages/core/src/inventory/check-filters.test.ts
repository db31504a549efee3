import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { createHooks, deny, type Hooks, type NameMatch } from '../index.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { sampleCall } from '../../test/sample-values.ts';
import { toolStep } from '../../test/tool-step.ts';
import { seeTools } from './check-filters.ts';
import { declareInventory } from './declared-inventory.ts';

/** Hooks, of which one is for these tools, and the reports at onHookError. */
function boundTo(tool: NameMatch): { readonly hooks: Hooks; readonly told: string[] } {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ code, error }) => {
    told.push(`${code}: ${(error as Error).message}`);
  });
  hooks.addHook('preToolCall', () => deny('no'), { name: 'guard', tool });
  return { hooks, told };
}

function hookApp(hooks: Hooks, ...tools: readonly string[]): object {
  const components = tools.map((name) => ({ kind: 'tool', name }) as const);
  return declareInventory({}, { hooks, components: () => components });
}

async function runSession(hooks: Hooks, ...called: readonly string[]): Promise<void> {
  const chat = await openTestChat(hooks);
  for (const name of called) await toolCycle(chat, toolStep({ call: { ...sampleCall(), name } }));
  await completeChat(chat);
}

describe('law 13: a tool filter that matches no tool', () => {
  test('is told when a chat ends, once, with the nearest of the tools there are', async () => {
    const { hooks, told } = boundTo('reund');
    const app = hookApp(hooks, 'refund', 'search');
    await runSession(hooks, 'search');
    await runSession(hooks);
    expect(app).toBeDefined();
    expect(told).toEqual([
      'filter_unmatched: [filter_unmatched] the hook guard on preToolCall is bound to the tool reund, which the app does not have so far, so it has not run; did you mean refund? There are refund, search',
    ]);
  });

  test('is not told where the app cannot list its tools, and the chat ends all the same', async () => {
    const { hooks, told } = boundTo('reund');
    const ends: string[] = [];
    hooks.observe('onChatDone', ({ event }) => void ends.push(event));
    hooks.observe('onSessionEnd', ({ event }) => void ends.push(event));
    const components = (): never => {
      throw new Error('the server of the tools is down');
    };
    const apps = [declareInventory({}, { hooks, components }), hookApp(hooks, 'refund')];
    await runSession(hooks);
    expect(ends).toEqual(['onChatDone', 'onSessionEnd']);
    expect([apps.length, told]).toEqual([2, []]);
  });

  test('of the hooks that another registry extends is told too', async () => {
    const { hooks, told } = boundTo('reund');
    const layer = hooks.extend();
    const app = hookApp(layer, 'refund');
    await runSession(layer);
    expect([app, told]).toEqual([{}, [expect.stringContaining('filter_unmatched')]]);
  });

  test('is told of tools that a model was shown, before a named session ends', async () => {
    const { hooks, told } = boundTo(/reund|serach/);
    const layer = hooks.extend();
    const chat = await openTestChat(layer, { session: { id: 'thread-7' } });
    seeTools(chat, { tools: ['refund', 'search'], nameOf: (name) => name });
    await completeChat(chat);
    expect(told).toEqual([
      expect.stringMatching(/reund\|serach.*; bind it to one of refund, search$/),
    ]);
  });

  test.each<[string, NameMatch, readonly string[], readonly string[]]>([
    ['a tool that is there and was not called', 'ref*', ['refund'], []],
    ['a tool that nobody declared and that was called', 'refund', ['search'], ['refund']],
    ['no tool where nobody says which there are', 'reund', [], ['refund']],
  ])('is not one that matches %s', async (_, filter, declared, called) => {
    const { hooks, told } = boundTo(filter);
    const app = hookApp(hooks, ...declared);
    await runSession(hooks, ...called);
    expect([app, told]).toEqual([{}, []]);
  });

  test('is not one that names an agent which is handed to', async () => {
    const { hooks, told } = boundTo('billing');
    const components = () =>
      [
        { kind: 'agent', name: 'billing' },
        { kind: 'tool', name: 'refund' },
      ] as const;
    const app = declareInventory({}, { hooks, components });
    await runSession(hooks);
    expect([app, told]).toEqual([{}, []]);
  });

  test.each<[NameMatch, readonly string[]]>([
    [
      'suport',
      ['the agent suport, which the app does not have so far, so it has not run; did you mean'],
    ],
    [
      /bil+/,
      [
        'the agent /bil+/, which the app does not have so far, so it has not run; bind it to one of',
      ],
    ],
    ['Support desk', []],
    ['a-*', []],
    ['billing', []],
    ['clerk', []],
  ])('nor agent is told once: %s', async (agent, expected) => {
    const { hooks, told } = boundTo('refund');
    hooks.addHook('preToolCall', () => deny('no'), { name: 'desk', agent });
    hooks.addHook('preToolCall', () => deny('no'), { name: 'both', tool: 'refund', agent });
    const components = () =>
      [
        { kind: 'agent', name: 'billing' },
        { kind: 'tool', name: 'refund' },
      ] as const;
    const app = declareInventory({}, { hooks, agent: { id: 'clerk' }, components });
    for (let count = 0; count < 2; count++)
      await completeChat(await openTestChat(hooks, { agent: { id: 'a-1', name: 'Support desk' } }));
    expect(app).toBeDefined();
    const says = (at: number): boolean => told[at]!.includes(expected[0] ?? '');
    expect(told.map((_, at) => says(at))).toEqual([...expected, ...expected].map(() => true));
  });

  test('nor agent is told where a request has no tool at all', async () => {
    const { hooks, told } = boundTo('refund');
    hooks.addHook('preRequest', () => deny('no'), { agent: 'suport' });
    const chat = await openTestChat(hooks);
    seeTools(chat, { tools: [], nameOf: () => '' });
    await completeChat(chat);
    expect(told).toEqual([expect.stringContaining('the agent suport')]);
  });

  test('is nothing where nothing is hooked, or its hook is gone', async () => {
    const { hooks, told } = boundTo('reund');
    await runSession(hooks, 'refund');
    const dispose = hooks.addHook('preToolCall', () => undefined, { tool: 'serach' });
    dispose();
    const other = hookApp(hooks, 'reund');
    await runSession(hooks);
    expect([other, told]).toEqual([{}, []]);
  });
});
