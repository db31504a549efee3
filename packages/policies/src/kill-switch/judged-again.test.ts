import {
  createHooks,
  memoryStore,
  type Hooks,
  type Policy,
  type StateStore,
} from '@interpose/core';
import { toolCycle } from '@interpose/core/adapter';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { callTool, openTestChat } from '../../test/kit/call-tool.ts';
import { every, unless } from '../combine/index.ts';
import { monitor } from '../monitor/index.ts';
import { requireApproval } from '../require-approval/index.ts';
import { killSwitch, switchOff } from './index.ts';

expect.extend(policyMatchers);

const asksAll = requireApproval({ tools: ['*'] });

/** Returns hooks whose approver switches everything off before it approves the call. */
function hooksOver(store: StateStore, policy: Policy): Hooks {
  return createHooks({
    policies: [policy, asksAll],
    approver: async () => {
      await switchOff(store, 'all', { reason: 'under attack' });
      return { approved: true };
    },
  });
}

const OTHER: Policy = { name: 'other', hooks: { preToolCall: () => undefined } };

describe('a call that is approved after everything was switched off', () => {
  test('does not run', async () => {
    const store = memoryStore();
    const chat = await openTestChat(hooksOver(store, killSwitch({ store })));
    let ran = false;
    await expect(callTool(chat, 'refund', () => (ran = true))).rejects.toThrow(
      '[killed] kill-switch denied preToolCall: Switched off: under attack',
    );
    expect(ran).toBe(false);
  });

  test('does not run where the switch can no longer be read', async () => {
    const store = memoryStore();
    let hangs = false;
    const get: StateStore['get'] = (key) => (hangs ? new Promise(() => undefined) : store.get(key));
    const policy = killSwitch({ store: { ...store, get }, timeoutMs: 50 });
    const hooks = createHooks({
      policies: [policy, asksAll],
      approver: () => {
        hangs = true;
        return { approved: true };
      },
    });
    await expect(callTool(await openTestChat(hooks))).rejects.toThrow('[hook_timeout]');
  });

  test('runs where the switch is a dry run, or does not count', async () => {
    const store = memoryStore();
    const dry = [
      monitor(killSwitch({ store })),
      monitor(every(killSwitch({ store }), OTHER)),
      every(monitor(killSwitch({ store })), OTHER),
    ];
    for (const policy of dry) {
      await store.clear('');
      expect(await callTool(await openTestChat(hooksOver(store, policy)))).toBe('result');
    }
    await store.clear('');
    const internal = unless(({ event }) => event.startsWith('pre'), killSwitch({ store }));
    expect(await callTool(await openTestChat(hooksOver(store, internal)))).toBe('killed');
  });
});

describe('a tool that is switched off', () => {
  test('is not reached by a call that a later hook renames', async () => {
    const store = memoryStore();
    await switchOff(store, { tool: 'refund' });
    const hooks = createHooks({ policies: [killSwitch({ store })], allowRename: true });
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, name: 'refund' } }));
    let ran = false;
    const tool = (name: string) => ({ name, origin: 'local', known: true, enabled: true }) as const;
    const ended = await toolCycle(await openTestChat(hooks), {
      call: { id: 'call_1', name: 'search', args: {} },
      tool: tool('search'),
      find: tool,
      run: () => (ran = true),
    });
    expect([ended.kind, ran]).toEqual(['denied', false]);
  });

  test('is not reached by a message of MCP', async () => {
    const store = memoryStore();
    await switchOff(store, { tool: 'refund' });
    const policy = killSwitch({ store });
    const calling = (params: unknown, method = 'tools/call') => ({
      message: { jsonrpc: '2.0', id: 1, method, params },
      server: 'shop',
      direction: 'client-to-server' as const,
    });
    for (const event of ['preMcpMessage', 'onMcpMessage'] as const) {
      expect(await tryPolicy(policy, event, calling({ name: 'refund' }))).toDeny({
        code: 'killed',
      });
      expect(await tryPolicy(policy, event, calling({ name: 'search' }))).toAllow();
      expect(await tryPolicy(policy, event, calling({ name: 'refund' }, 'prompts/get'))).toAllow();
      expect(await tryPolicy(policy, event, calling(null))).toAllow();
    }
  });

  test('an agent that is switched off is not handed to', async () => {
    const store = memoryStore();
    await switchOff(store, { agent: 'billing' });
    const to = (name: string) => ({ task: { kind: 'handoff', to: name, input: '' } as const });
    const policy = killSwitch({ store });
    expect(await tryPolicy(policy, 'preDelegate', to('billing'))).toDeny({ code: 'killed' });
    expect(await tryPolicy(policy, 'preDelegate', to('sales'))).toAllow();
  });
});
