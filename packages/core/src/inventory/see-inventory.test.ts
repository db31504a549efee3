import { describe, expect, test } from 'vitest';

import { answerWith, deniedOffers, seeInventory, type Chat } from '../adapter.ts';
import { createHooks, deny, type Hooks, type InventoryComponent } from '../index.ts';
import { openTestChat } from '../../test/open-test-chat.ts';
import { textMessage } from '../../test/sample-values.ts';

const SEARCH: InventoryComponent = { kind: 'tool', name: 'search', metadata: { description: 'a' } };
const CHANGED: InventoryComponent = { ...SEARCH, metadata: { description: 'b' } };
const MODEL: InventoryComponent = { kind: 'model', name: 'gpt' };

function logging(): { readonly hooks: Hooks; readonly log: string[] } {
  const hooks = createHooks();
  const log: string[] = [];
  hooks.addHook('onInventoryChange', ({ change, component }) => {
    log.push(`${change} ${component.kind}:${component.name}`);
  });
  return { hooks, log };
}

const session = { session: { id: 's' } };

describe('the inventory of an agent', () => {
  test('is told component by component at the first sight of the session', async () => {
    const { hooks, log } = logging();
    for (let n = 0; n < 2; n++)
      await seeInventory(await openTestChat(hooks, session), [MODEL, SEARCH]);
    expect(log).toEqual(['added model:gpt', 'added tool:search']);
    await seeInventory(await openTestChat(hooks), [MODEL]);
    expect(log).toHaveLength(3);
  });

  test('is neither told nor remembered of a chat whose start was denied', async () => {
    const { hooks, log } = logging();
    let chats = 0;
    // The types refuse a verdict here, but JavaScript allows it.
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook('onChatStart', (() => (chats++ === 0 ? deny('closed') : undefined)) as never);
    hooks.addHook('preToolCall', () => undefined);
    const asked = new Map<string, boolean>();
    const closed = await openTestChat(hooks, session);
    expect(await seeInventory(closed, [MODEL])).toEqual(new Set());
    expect(await deniedOffers(closed, asked, ['web_search'])).toEqual(['web_search']);
    expect(log).toEqual([]);
    const next = await openTestChat(hooks, session);
    expect(await seeInventory(next, [MODEL])).toEqual(new Set());
    expect(await deniedOffers(next, asked, ['web_search'])).toEqual([]);
    expect(log).toEqual(['added model:gpt']);
  });

  test('is told of what changed and what went', async () => {
    const { hooks, log } = logging();
    const chat = await openTestChat(hooks);
    for (const components of [[MODEL, SEARCH], [MODEL, CHANGED], [MODEL], [], [SEARCH]])
      await seeInventory(chat, components);
    expect(log).toEqual([
      'added model:gpt',
      'added tool:search',
      'updated tool:search',
      'removed tool:search',
      'removed model:gpt',
      'added tool:search',
    ]);
  });

  test('keeps what one source lists apart from what others do, page by page', async () => {
    const { hooks, log } = logging();
    const chat = await openTestChat(hooks);
    await seeInventory(chat, [MODEL]);
    const mcp = { source: 'mcp:shop' };
    await seeInventory(chat, [SEARCH], mcp);
    await seeInventory(chat, [MODEL]);
    await seeInventory(chat, [{ kind: 'tool', name: 'pay' }], { ...mcp, partial: true });
    expect(log).toEqual(['added model:gpt', 'added tool:search', 'added tool:pay']);
    await seeInventory(chat, [SEARCH], mcp);
    expect(log.slice(3)).toEqual(['removed tool:pay']);
  });

  test('takes the same metadata in another order for the same', async () => {
    const { hooks, log } = logging();
    const chat = await openTestChat(hooks);
    await seeInventory(chat, [{ ...MODEL, metadata: { a: 1, b: 2 } }]);
    await seeInventory(chat, [{ ...MODEL, metadata: { b: 2, a: 1 } }]);
    expect(log).toEqual(['added model:gpt']);
  });

  test('is kept apart by agent', async () => {
    const { hooks, log } = logging();
    const parent = await openTestChat(hooks, { agent: { id: 'one' } });
    const child = await openTestChat(hooks, { agent: { id: 'two' }, parent });
    for (let n = 0; n < 2; n++) {
      await seeInventory(parent, [SEARCH]);
      await seeInventory(child, [MODEL]);
    }
    expect(log).toEqual(['added tool:search', 'added model:gpt']);
  });

  test('lacks what a policy denied, as long as it does not change', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook('onInventoryChange', ({ component, change }) => {
      asked++;
      return component.name === 'search' && change === 'added' ? deny('no') : undefined;
    });
    const chat: Chat = await openTestChat(hooks);
    expect(await seeInventory(chat, [MODEL, SEARCH])).toEqual(new Set(['tool:search']));
    expect(await seeInventory(chat, [MODEL, SEARCH])).toEqual(new Set(['tool:search']));
    expect(asked).toBe(2);
    expect(await seeInventory(chat, [MODEL, CHANGED])).toEqual(new Set());
  });

  test('is not looked at where nobody listens', async () => {
    const chat = await openTestChat(createHooks());
    const component = {
      kind: 'tool',
      get name(): never {
        throw new Error('looked');
      },
    } as const;
    expect(await seeInventory(chat, [component])).toEqual(new Set());
  });
});

describe('a message that becomes the answer without a model call', () => {
  const message = textMessage('from a tool', 'assistant');

  test('passes the gate of the final answer and enters history', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('onAgentResponse', ({ synthetic }) => void log.push(`gate ${synthetic}`));
    hooks.observe('onMessage', () => void log.push('message'));
    const chat = await openTestChat(hooks);
    expect(await answerWith(chat, message)).toEqual({ kind: 'message', message });
    expect(log).toEqual(['gate false', 'message']);
  });

  test('may be changed or denied, but not made again', async () => {
    for (const [hook, expected] of [
      [
        () => ({ message: textMessage('cleaned', 'assistant') }),
        { message: textMessage('cleaned', 'assistant') },
      ],
      [() => deny('no'), { kind: 'denied', denial: { event: 'onAgentResponse' } }],
      [() => ({ decision: 'retry' }), { kind: 'denied', denial: { code: 'retry_unsupported' } }],
    ] as const) {
      const hooks = createHooks();
      const told: unknown[] = [];
      // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
      hooks.addHook('onAgentResponse', hook as never);
      hooks.observe('onMessage', (ctx) => void told.push(ctx.message));
      expect(await answerWith(await openTestChat(hooks), message)).toMatchObject(expected);
      expect(told).toEqual('message' in expected ? [expected.message] : []);
    }
  });

  test('is the response the chat ends with', async () => {
    const hooks = createHooks();
    let response: unknown;
    hooks.observe('onChatDone', (ctx) => void ({ response } = ctx));
    const chat = await openTestChat(hooks);
    await answerWith(chat, message);
    await chat.end({ kind: 'done', reason: 'completed' });
    expect(response).toEqual(message);
  });
});
