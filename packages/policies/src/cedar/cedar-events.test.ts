import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { cedar } from './index.ts';

expect.extend(policyMatchers);

const call = { id: 'c', name: 'x', args: {} };

describe('cedar', () => {
  test('decides other events', async () => {
    const events = [
      'preRequest',
      'onUserMessage',
      'preDelegate',
      'preMcpMessage',
      'preKnowledgeQuery',
      'preMemoryStore',
      'onToolCallResult',
    ] as const;
    const some = cedar({
      policies: `
        permit(principal, action == Action::"preRequest", resource == Model::"small") when { context.tools.contains("x") };
        permit(principal, action == Action::"onUserMessage", resource) when { context.text like "*please*" };
        permit(principal, action == Action::"preDelegate", resource == Agent::"helper");
        permit(principal, action == Action::"preMcpMessage", resource == McpServer::"files") when { context.method == "tools/list" };
        permit(principal, action == Action::"preKnowledgeQuery", resource) when { context.text == "prices" };
        permit(principal, action == Action::"preMemoryStore", resource == Memory::"notes");
        permit(principal, action == Action::"onToolCallResult", resource) when { context.result.ok };`,
      events,
    });
    const tools = [{ name: 'x', origin: 'local' }] as const;
    const text = { role: 'user', content: [{ type: 'text', text: 'yes please' }] } as const;
    const trials = await Promise.all([
      tryPolicy(some, 'preRequest', { request: { messages: [], model: 'small', tools } }),
      tryPolicy(some, 'onUserMessage', { message: text }),
      tryPolicy(some, 'preDelegate', { task: { kind: 'handoff', to: 'helper', input: '' } }),
      tryPolicy(some, 'preMcpMessage', {
        server: 'files',
        message: { method: 'tools/list' },
        direction: 'client-to-server',
      }),
      tryPolicy(some, 'preKnowledgeQuery', { query: { text: 'prices' } }),
      tryPolicy(some, 'preMemoryStore', { memory: [], source: 'notes' }),
      tryPolicy(some, 'onToolCallResult', { call, result: { ok: true } }),
    ]);
    expect(trials.map(({ said }) => said)).toEqual(events.map(() => 'allow'));
    expect(await tryPolicy(some, 'preRequest', { request: { messages: [] } })).toDeny();
  });
});
