import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  hear,
  requestAt,
  says,
  spyTool,
  theme,
  toolTextSeen,
  userTexts,
} from '@interpose/testing/conformance/kit';

import { redactPersonal } from '../../src/redact-personal/index.ts';

const ann = 'ann@mail.example.com';
const messages = [
  { role: 'user', text: `Write to ${ann} about card 4111 1111 1111 1111.` },
] as const;
const hidden = 'Write to <EMAIL_ADDRESS_1> about card <CREDIT_CARD_1>.';

/** What keeping personal data from models owes on every SDK. */
export const redactPersonalBehaviours: readonly Behaviour[] = theme('redact-personal', [
  {
    id: 'redact-personal-round-trip',
    title: 'the model reads tokens, the tool gets the real values, the user reads their own',
    rows: [100],
    async run(bench) {
      const send = spyTool('send', () => ({ sent: [{ to: ann, bcc: 'eve@mail.example.com' }] }));
      const run = await bench.start({
        hooks: bench.hooks({ policies: [redactPersonal()] }),
        model: [
          asksFor(call('send', { to: '<EMAIL_ADDRESS_1>', note: { card: 'no. <CREDIT_CARD_1>' } })),
          says('Sent to <EMAIL_ADDRESS_1> and <EMAIL_ADDRESS_2>.'),
        ],
        messages,
        tools: [send],
      });
      assert.deepEqual(userTexts(requestAt(run, 0)), [hidden]);
      assert.deepEqual(send.runs, [{ to: ann, note: { card: 'no. 4111 1111 1111 1111' } }]);
      const seen = toolTextSeen(run, 'call_send');
      assert.match(seen, /<EMAIL_ADDRESS_1>.*<EMAIL_ADDRESS_2>/);
      assert.ok(!JSON.stringify(run.requests).includes('mail.example.com'), 'no model reads one');
      expectAnswer(run, `Sent to ${ann} and eve@mail.example.com.`);
      assert.equal(run.received.text.includes('<'), false);
    },
  },
  {
    id: 'redact-personal-written',
    title: 'what the model writes of its own is hidden from the reader, tokens it made up stay',
    rows: [100],
    async run(bench) {
      const run = await bench.start({
        hooks: bench.hooks({ policies: [redactPersonal()] }),
        model: [says('Ask mallory@mail.example.com or <EMAIL_ADDRESS_7>, not ', ann, '.')],
        messages,
      });
      expectAnswer(run, `Ask <EMAIL_ADDRESS_2> or <EMAIL_ADDRESS_7>, not ${ann}.`);
    },
  },
  {
    id: 'redact-personal-chunks',
    title: 'values and tokens that straddle chunks are caught, and other text leaves at once',
    rows: [9],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks({ policies: [redactPersonal()] });
      const log: string[] = [];
      hooks.observe('onResponse', () => log.push('the end'));
      const run = await bench.start({
        hooks,
        model: [
          {
            kind: 'answer',
            text: [
              'Of course: ',
              'mallory@ma',
              'il.exam',
              'ple.com has ',
              '4222 22',
              '22 2222 2',
              '220, <EMA',
              'IL_ADDRESS_',
              '1>',
              ' too',
            ],
            chunkDelayMs: 10,
          },
        ],
        messages,
        consumer: { onText: (text) => void log.push(text) },
      });
      expectAnswer(run, `Of course: <EMAIL_ADDRESS_2> has <CREDIT_CARD_2>, ${ann} too`);
      assert.equal(log[0], 'Of course: ');
      assert.ok(log.indexOf('the end') > 2, log.join('|'));
      assert.ok(!log.join('').includes('mallory'));
    },
  },
  {
    id: 'redact-personal-resent',
    title: 'a history that comes back with real values reaches the model with the same tokens',
    rows: [100],
    async run(bench) {
      const hooks = bench.hooks({ policies: [redactPersonal()] });
      const session = { id: 'thread-1' };
      const first = await bench.start({
        hooks,
        session,
        model: [says('Written to <EMAIL_ADDRESS_1>.')],
        messages,
      });
      const second = await bench.start({
        hooks,
        session,
        after: first,
        model: [says('Again to <EMAIL_ADDRESS_1>.')],
        messages: [{ role: 'user', text: `And to bob@mail.example.com, ${ann}` }],
      });
      assert.deepEqual(userTexts(requestAt(second, -1)), [
        hidden,
        'And to <EMAIL_ADDRESS_2>, <EMAIL_ADDRESS_1>',
      ]);
      assert.ok(!JSON.stringify(second.requests).includes('mail.example.com'));
      expectAnswer(second, `Again to ${ann}.`);
    },
  },
  {
    id: 'redact-personal-parallel',
    title: 'parallel calls agree on tokens, and errors of tools are redacted too',
    rows: [100],
    async run(bench) {
      const hooks = bench.hooks({ policies: [redactPersonal()] });
      const heard = hear(hooks, 'onToolCallError');
      const find = spyTool('find', ({ who }) => {
        if (who === 'nobody') throw new Error(`nobody but ${ann}`);
        return `${String(who)}: carl@mail.example.com`;
      });
      const run = await bench.start({
        hooks,
        model: [
          asksFor(
            call('find', { who: 'a' }, 'call_a'),
            call('find', { who: 'b' }, 'call_b'),
            call('find', { who: 'nobody' }, 'call_c'),
          ),
          says('Found <EMAIL_ADDRESS_2>.'),
        ],
        messages,
        tools: [find],
      });
      await hooks.flush();
      assert.equal(heard.names.length, 1);
      assert.match(toolTextSeen(run, 'call_a'), /a: <EMAIL_ADDRESS_2>/);
      assert.match(toolTextSeen(run, 'call_b'), /b: <EMAIL_ADDRESS_2>/);
      assert.match(toolTextSeen(run, 'call_c'), /nobody but <EMAIL_ADDRESS_1>/);
      expectAnswer(run, 'Found carl@mail.example.com.');
    },
  },
]);
