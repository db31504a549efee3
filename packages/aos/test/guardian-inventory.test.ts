import { createHooks, deny, type Dict } from '@interpose/core';
import { seeInventory, type Chat } from '@interpose/core/adapter';
import { joinChat } from '@interpose/core/remote';
import { afterEach, expect, test } from 'vitest';

import { AOSRequest } from '../src/generated/validators.mjs';
import { guardian, type GuardianOptions } from '../src/index.ts';
import { foreignGuardian, stopServers, type ForeignGuardian } from './foreign-guardian.ts';

afterEach(stopServers);

const inputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'As printed.' },
    cents: { type: 'integer' },
    anything: true,
  },
  required: ['id'],
};
const refund = {
  kind: 'tool',
  name: 'refund',
  metadata: { origin: 'local', description: 'Pays.', inputSchema },
} as const;
const exec = { kind: 'tool', name: 'exec', metadata: { origin: 'local' } } as const;
const model = { kind: 'model', name: 'small', metadata: { provider: 'Models' } } as const;
const shop = { kind: 'mcp', name: 'shop', metadata: { serverInfo: { version: '1.2.3' } } } as const;

async function opened(options: Partial<GuardianOptions> = {}): Promise<{
  readonly heard: ForeignGuardian['heard'];
  readonly chat: (session: string, agent?: string) => Chat;
  readonly endSession: (id: string) => Promise<void>;
}> {
  const { url, heard } = await foreignGuardian();
  const hooks = createHooks({ policies: [guardian({ url, ...options })] });
  hooks.addHook('onInventoryChange', ({ component }) =>
    component.name === 'exec' ? deny('no shell') : undefined,
  );
  const host = { framework: 'test', version: '1' };
  return {
    heard,
    chat: (session, agent = 'clerk') =>
      joinChat(hooks, { chatId: 'chat', host, agent: { id: agent }, session: { id: session } }),
    endSession: (id) => hooks.endSession(id),
  };
}

async function agentTold(chat: Chat, heard: ForeignGuardian['heard']): Promise<Dict> {
  await chat.dispatch('preMemoryStore', { memory: [] });
  const request = heard.at(-1)!.body;
  expect(AOSRequest(request)).toBe(true);
  return ((request['params'] as Dict)['context'] as Dict)['agent'] as Dict;
}

test('what an agent was seen to have travels with its steps', async () => {
  const { heard, chat } = await opened();
  await seeInventory(chat('one'), [model, refund, exec, shop]);
  expect(await agentTold(chat('one'), heard)).toMatchObject({
    model: { id: 'small', name: 'small', provider: { name: 'Models' } },
    tools: [
      {
        name: 'refund',
        id: 'refund',
        type: 'local',
        description: 'Pays.',
        arguments: [
          { name: 'id', type: 'string', description: 'As printed.', required: true },
          { name: 'cents', type: 'number', required: false },
          { name: 'anything', required: false },
        ],
        outputs: null,
      },
    ],
    mcpServers: [{ name: 'shop', version: '1.2.3' }],
  });
});

test('what went is not told any more, and what the app says goes first', async () => {
  const { heard, chat } = await opened({ agent: { mcpServers: [] } });
  await seeInventory(chat('one'), [model, refund, shop]);
  await seeInventory(chat('one'), [model]);
  expect(await agentTold(chat('one'), heard)).toMatchObject({ tools: [], mcpServers: [] });
});

test('another session, another agent and a session that ended know nothing of it', async () => {
  const { heard, chat, endSession } = await opened();
  await seeInventory(chat('one'), [refund]);
  for (const other of [chat('two'), chat('one', 'other')])
    expect(await agentTold(other, heard)).not.toHaveProperty('tools');
  await endSession('one');
  expect(await agentTold(chat('one'), heard)).not.toHaveProperty('tools');
});
