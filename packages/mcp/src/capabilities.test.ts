import { ask, createHooks, deny, type Dict, type EventName, type Hooks } from '@interpose/core';
import { describe, expect, test, vi } from 'vitest';

import {
  callOf,
  hookedWire,
  noteOf,
  resultOf,
  settled,
  type HookedWire,
} from '../test/hooked-wire.ts';
import { capabilities, type WithHooksOptions } from './index.ts';

type Role = NonNullable<WithHooksOptions['role']>;

/** A message of one side, and a message that has to be sent before. */
interface Speech {
  readonly before?: Dict;
  readonly said: unknown;
}

/** A question of a server in an answer, and the client's answer in its next request. */
const QUESTION = {
  asked: {
    before: callOf(1),
    said: {
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'input_required',
        inputRequests: { q: { method: 'roots/list', params: { _meta: 'secret' } } },
      },
    },
  },
  answered: {
    said: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'pay', inputResponses: { q: { action: 'secret' } } },
    },
  },
} as const;

const SPEECHES: Readonly<Record<string, Speech>> = {
  request: { said: callOf(1, 'secret') },
  response: { before: callOf(1), said: resultOf(1, 'secret') },
  notification: { said: noteOf('notifications/message', { data: 'secret' }) },
  batch: { said: [callOf(1, 'secret'), callOf(2, 'secret')] },
};

/** Sends a message in the direction of the event, and returns what the other side got. */
async function pass(hooks: Hooks, role: Role, path: string, event: EventName): Promise<string> {
  const isAsked = (role === 'client') === (event === 'onMcpMessage');
  const question: Speech = QUESTION[isAsked ? 'asked' : 'answered'];
  const { before, said } = SPEECHES[path] ?? question;
  const hooked = hookedWire(hooks, { role, server: 'shop' });
  const [there, back] = event === 'preMcpMessage' ? [out, into] : [into, out];
  if (before !== undefined) await back(hooked, before);
  const ends = event === 'preMcpMessage' ? hooked.wire.out : hooked.heard;
  const count = ends.length;
  await there(hooked, said);
  await settled();
  return JSON.stringify(ends.slice(count));
}

async function out({ send }: HookedWire, said: unknown): Promise<void> {
  await send(said);
}

async function into({ wire }: HookedWire, said: unknown): Promise<void> {
  wire.say(said);
  await settled();
}

/** Returns a verdict with this verb that the other side can see; a question is judged by itself. */
function verdictOf(kind: string, verb: string, message: Dict): unknown {
  if (!JSON.stringify(message).includes('secret')) return undefined;
  if (kind === 'question' && message['id'] !== 'q') return undefined;
  switch (verb) {
    case 'deny':
      return deny('no');
    case 'ask':
      return ask('who?');
    case 'respond':
      return { reply: { result: {} } };
    case 'modify':
      return { message: JSON.parse(JSON.stringify(message).replace('secret', 'open')) as Dict };
    default:
      return undefined;
  }
}

const enforced = capabilities.filter(({ status }) => status === 'enforced');
const claims = enforced.flatMap(({ path, event, verbs }) => {
  const [role, kind] = path.split(': ') as [Role, string];
  return (verbs.length === 0 ? ['told'] : verbs).map((verb) => ({ role, kind, event, verb }));
});

describe('every claim of the table holds:', () => {
  const messages = claims.filter(({ event }) => event.endsWith('McpMessage'));

  test.each(messages)('$role, $kind, $event $verb', async ({ role, kind, event, verb }) => {
    const hooks = createHooks();
    hooks.addHook(
      event as 'preMcpMessage',
      ({ message }) => verdictOf(kind, verb, message) as undefined,
    );
    const got = await pass(hooks, role, kind, event);
    expect(got.includes('secret')).toBe(verb === 'allow');
    expect(got.includes('open')).toBe(verb === 'modify');
  });

  test.each(messages.filter(({ verb }) => verb === 'ask'))(
    '$role, $kind, $event $verb with an approver',
    async ({ role, kind, event }) => {
      const hooks = createHooks({ approver: async () => ({ approved: true }) });
      hooks.addHook(
        event as 'preMcpMessage',
        ({ message }) => verdictOf(kind, 'ask', message) as undefined,
      );
      await vi.waitFor(
        async () => expect(await pass(hooks, role, kind, event)).toContain('secret'),
        { timeout: 8000 },
      );
    },
  );

  test.each(claims.filter(({ verb }) => verb === 'told'))(
    '$role, $kind, $event is told',
    async ({ role, kind, event }) => {
      const hooks = createHooks();
      const told: string[] = [];
      hooks.observe(event, (ctx) => void told.push(ctx.event));
      const { wire, transport, send } = hookedWire(hooks, { role });
      if (event === 'onChatError') transport.setProtocolVersion?.('broken');
      if (event === 'onChatAbort')
        hooks.addHook('preMcpMessage', () => new Promise(() => undefined));
      const sent = send(SPEECHES[kind]!.said).catch(() => undefined);
      await settled();
      if (event === 'onChatDone') wire.say(resultOf(1));
      await transport.close();
      await sent;
      await hooks.flush();
      expect(told).toContain(event);
    },
  );

  const inventory = claims.filter(({ event }) => event === 'onInventoryChange');

  test.each(inventory)('$role, $kind, $event $verb', async ({ role, kind, verb }) => {
    const hooks = createHooks();
    hooks.addHook('onInventoryChange', () => (verb === 'deny' ? deny('no') : undefined));
    const { wire, heard, send } = hookedWire(hooks, { role });
    const request = { jsonrpc: '2.0', id: 1, method: kind };
    const result = {
      tools: [{ name: 'secret' }],
      ...(kind === 'initialize' && { serverInfo: {} }),
    };
    const answer = { jsonrpc: '2.0', id: 1, result };
    if (role === 'client') await send(request);
    else wire.say(request);
    await settled();
    if (role === 'client') wire.say(answer);
    else await send(answer);
    const ends = role === 'client' ? heard : wire.out;
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    expect(JSON.stringify(ends).includes('secret')).toBe(verb === 'allow');
  });
});
