import assert from 'node:assert/strict';

import { deny, type Dict, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import {
  a2aAnswer,
  a2aMethods,
  a2aRequest,
  a2aSaying,
  a2aText,
  type A2aMethodName,
} from '../../kit/a2a-messages.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { theme } from '../../kit/theme.ts';
import { expectWholeRecord, place, tellDecision, why } from '../../kit/whole-record.ts';

const requestLegs = [
  ['client', 'preA2aMessage'],
  ['server', 'onA2aMessage'],
] as const;

const responseLegs = [
  ['client', 'onA2aMessage'],
  ['server', 'preA2aMessage'],
] as const;

/** Behaviours for the messages between two agents. */
export const a2a: readonly Behaviour[] = theme('a2a', [
  {
    id: 'C480',
    title: 'the four legs of every method can be told apart by event, role and leg',
    rows: [20, 21],
    needs: ['a2a'],
    proves: ['preA2aMessage:allow', 'onA2aMessage:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preA2aMessage', 'onA2aMessage');
      for (const method of a2aMethods) {
        for (const role of ['client', 'server'] as const)
          await exchange(bench, hooks, role, method);
      }
      const situations = heard.contexts.map(
        (ctx) => `${ctx.method} ${ctx.event} ${ctx.role} ${ctx.leg}`,
      );
      assert.deepEqual(new Set(situations).size, 28);
      assert.deepEqual(situations.slice(0, 4), [
        'message/send preA2aMessage client request',
        'message/send onA2aMessage client response',
        'message/send onA2aMessage server request',
        'message/send preA2aMessage server response',
      ]);
    },
  },
  {
    id: 'C481',
    title: 'a denied request does not reach the other side, and its sender gets a JSON-RPC error',
    rows: [20],
    needs: ['a2a'],
    proves: ['preA2aMessage:deny', 'onA2aMessage:deny'],
    async run(bench) {
      for (const [role, event] of requestLegs) {
        const hooks = bench.hooks();
        hooks.addHook(event, ({ leg }) => (leg === 'request' ? deny('not that agent') : undefined));
        const { answered, received } = await exchange(bench, hooks, role);
        assert.deepEqual(answered, []);
        assert.ok(received[0]?.['error'], JSON.stringify(received));
        assert.equal(received[0]['id'], 1);
      }
    },
  },
  {
    id: 'C482',
    title: 'changed requests and responses are what arrives',
    rows: [20],
    needs: ['a2a'],
    proves: ['preA2aMessage:modify', 'onA2aMessage:modify'],
    async run(bench) {
      for (const role of ['client', 'server'] as const) {
        const hooks = bench.hooks();
        for (const event of ['preA2aMessage', 'onA2aMessage'] as const) {
          hooks.addHook(event, ({ message, leg }) => ({
            message: a2aSaying(message, leg === 'request' ? 'changed' : 'changed too'),
          }));
        }
        const { answered, received } = await exchange(bench, hooks, role);
        assert.deepEqual(answered.map(a2aText), ['changed']);
        assert.deepEqual(received.map(a2aText), ['changed too']);
      }
    },
  },
  {
    id: 'C483',
    title: 'a denied response is withheld, and the requesting side gets an error in its place',
    rows: [20, 62],
    needs: ['a2a'],
    proves: ['preA2aMessage:deny', 'onA2aMessage:deny'],
    async run(bench) {
      for (const [role, event] of responseLegs) {
        const hooks = bench.hooks();
        hooks.addHook(event, ({ leg }) =>
          leg === 'response' ? deny('a trade secret') : undefined,
        );
        const { answered, received } = await exchange(bench, hooks, role);
        assert.equal(answered.length, 1);
        assert.ok(!JSON.stringify(received).includes('the answer'));
        assert.ok(received[0]?.['error']);
      }
    },
  },
  {
    id: 'C485',
    title: 'a supplied reply spares the other side the request',
    rows: [20, 49],
    needs: ['a2a'],
    proves: ['preA2aMessage:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preA2aMessage', () => ({
        reply: a2aAnswer('message/send', 'cached'),
      }));
      const heard = hear(hooks, 'onA2aMessage');
      const { answered, received } = await exchange(bench, hooks, 'client');
      assert.deepEqual([answered, received.map(a2aText)], [[], ['cached']]);
      assert.deepEqual(
        heard.contexts.map((ctx) => ctx.synthetic),
        [true],
      );
    },
  },
  {
    id: 'C484',
    title: 'every event of a stream between agents passes on its own',
    rows: [20, 21],
    needs: ['a2a'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onA2aMessage', ({ leg, message }) =>
        leg === 'event' && JSON.stringify(message).includes('two') ? deny('skip it') : undefined,
      );
      const heard = hear(hooks, 'onA2aMessage');
      const events = ['one', 'two', 'three'];
      const { received } = await exchange(bench, hooks, 'client', 'message/stream', events);
      assert.equal(heard.of('onA2aMessage').filter((ctx) => ctx.leg === 'event').length, 3);
      assert.ok(!JSON.stringify(received).includes('two'));
      assert.ok(JSON.stringify(received).includes('three'));
    },
  },
  {
    id: 'C486',
    title: 'the record of a denied A2A message says where, when, for whom, by whom and why',
    rows: [20, 99],
    needs: ['a2a'],
    async run(bench) {
      for (const [role, event] of requestLegs) {
        const hooks = bench.hooks({ trace: true });
        const told = tellDecision(hooks, event, () => deny(why.reason, why));
        await exchange(bench, hooks, role);
        expectWholeRecord(told, { decision: 'deny', data: why.data });
      }
    },
  },
]);

async function exchange(
  bench: Bench,
  hooks: Hooks,
  role: 'client' | 'server',
  method: A2aMethodName = 'message/send',
  events: readonly string[] = [],
): Promise<{ answered: Dict[]; received: Dict[] }> {
  const answered: Dict[] = [];
  const received: Dict[] = [];
  const a2aExchange = {
    role,
    method,
    request: a2aRequest(method),
    answer(request: Dict) {
      answered.push(request);
      return { response: a2aAnswer(method), events: events.map((text) => a2aAnswer(method, text)) };
    },
    received: (message: Dict) => void received.push(message),
  };
  await bench.start({
    ...place,
    hooks,
    model: [says('Done.')],
    messages: question,
    seams: { a2a: [a2aExchange] },
  });
  await hooks.flush();
  return { answered, received };
}
