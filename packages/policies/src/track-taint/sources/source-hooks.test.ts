import { describe, expect, test } from 'vitest';

import { bank, page, told } from '../told-bank.ts';

describe('sources that are no tools', () => {
  test.each([
    [
      'onKnowledgeRetrieved',
      { results: [{ id: '1', content: page }], source: 'web', synthetic: false },
    ],
    ['onMemoryRetrieved', { memory: [{ content: page }], source: 'web' }],
    [
      'onMcpMessage',
      {
        message: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: page }] } },
        server: 'web',
        direction: 'server-to-client',
      },
    ],
    ['onTrigger', { trigger: { kind: 'web', content: [{ type: 'text', text: page }] } }],
    [
      'onDelegateResult',
      {
        task: { kind: 'subagent', to: 'web', input: '' },
        result: page,
        durationMs: 0,
        synthetic: false,
      },
    ],
  ] as const)(
    '%s brings untrusted text, unless the source is trusted or ignored',
    async (event, payload) => {
      const fates = [];
      for (const label of [undefined, 'trusted', 'ignored', 'user'] as const) {
        const session = await told('Pay my bill', {
          ...bank,
          ...(label === undefined ? {} : { sources: { '*': label } }),
        });
        await session.chat.dispatch(event, payload);
        await session.reads('browse', 'other text');
        fates.push(await session.fate('send_money', { recipient: 'EV1234567890' }));
      }
      expect(fates).toEqual(['tainted_argument', 'allow', 'tainted_argument', 'allow']);
    },
  );

  test('the handshake of an MCP server and its list of tools bring nothing in', async () => {
    const session = await told('Hello');
    for (const result of [{ serverInfo: { name: 'web' } }, { tools: [{ description: page }] }])
      await session.chat.dispatch('onMcpMessage', {
        message: { id: 1, result },
        server: 'web',
        direction: 'server-to-client',
      });
    expect(await session.fate('send_money', { recipient: 'EV1234567890' })).toBe('allow');
  });

  test('the instructions of the app are trusted, and what a parent agent says is no word of the user', async () => {
    const session = await told('Pay my rent');
    await session.chat.dispatch('onSystemMessage', {
      message: {
        role: 'system',
        content: [{ type: 'text', text: 'The landlord has DE89370400440532.' }],
      },
    });
    await session.reads('browse', page);
    expect(await session.fate('send_money', { recipient: 'DE89370400440532' })).toBe('allow');
  });

  test.each([
    [{ type: 'file', mediaType: 'application/pdf', data: '' }, { recipient: 'EV1234567890' }],
    [{ type: 'other', kind: 'odd' }, { recipient: 'EV1234567890' }],
    [{ type: 'data', data: { text: page } }, { recipient: 'EV1234567890' }],
  ] as const)('what comes with a message may be of anybody: %j', async (part, args) => {
    const session = await told('Pay what this says');
    expect(await session.fate('send_money', args)).toBe('allow');
    await session.chat.dispatch('onUserMessage', { message: { role: 'user', content: [part] } });
    expect(await session.fate('send_money', args)).toBe('tainted_argument');
  });

  test('a tool that the provider runs may bring in anything, unless its rule says otherwise', async () => {
    const fates = [];
    for (const options of [
      bank,
      { ...bank, tools: { ...bank.tools, web_search: { reads: 'ignored' } } },
    ] as const) {
      const session = await told('Pay my bill', options);
      const tools = [{ name: 'web_search', origin: 'provider' }] as const;
      await session.chat.dispatch('preRequest', { request: { messages: [], tools } });
      fates.push(await session.fate('send_money', { recipient: 'EV1234567890' }));
    }
    expect(fates).toEqual(['tainted_argument', 'allow']);
  });
});
