import { createHooks, type ToolCall } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { refundCall as call } from '../../test/kit/refund-call.ts';
import { rules, type Rule } from './index.ts';

expect.extend(policyMatchers);

const REFUNDS = `
# What the support agent may do
name: support
default: deny
rules:
  - name: searching
    on: preToolCall
    tool: search|read_*
    decision: allow
  - name: large refunds
    on: preToolCall
    tool: refund
    args: { cents: { greaterThan: 1000 } }
    decision: ask
    reason: refunds above ten euros need a person
    remember: session
  - on: preToolCall
    tool: refund
    user: { organisation: acme }
    decision: allow
  - on: preToolCall
    agent: [night_*, weekend]
    decision: deny
    reason: nobody is there
    code: closed
    message: Please come back tomorrow.
`;

describe('rules', () => {
  const support = rules(REFUNDS);
  const named = (name: string, args = {}): { call: ToolCall } => ({
    call: { id: 'c', name, args },
  });
  const acme = { user: { id: 'ada', organisation: 'acme' } };

  test('are read from top to bottom, and the first that decides wins', async () => {
    expect(await tryPolicy(support, 'preToolCall', named('search'))).toAllow();
    expect(await tryPolicy(support, 'preToolCall', named('read_mail'))).toAllow();
    const large = named('refund', { cents: 1001 });
    expect(await tryPolicy(support, 'preToolCall', large, acme)).toAsk(/ten euros/);
    const small = named('refund', { cents: 1000 });
    expect(await tryPolicy(support, 'preToolCall', small, acme)).toAllow();
    expect(await tryPolicy(support, 'preToolCall', small)).toDeny({
      reason: 'No rule allows this.',
      code: 'no_rule',
    });
  });

  test('deny with what they say', async () => {
    const night = { agent: { id: 'a', name: 'night_shift' } };
    const trial = await tryPolicy(support, 'preToolCall', named('exec'), night);
    expect(trial).toDeny({ reason: 'nobody is there', code: 'closed', message: /tomorrow/ });
    expect(trial.verdict).toMatchObject({ data: { rule: '#4' } });
  });

  test.each<[string, unknown]>([
    ['a text', 'many'],
    ['a number in a text', '1001'],
    ['nothing', undefined],
    ['null', null],
    ['a list', [1001]],
    ['no number at all', Number.NaN],
  ])('deny where they compare %s as a number', async (_, cents) => {
    expect(await tryPolicy(support, 'preToolCall', named('refund', { cents }), acme)).toDeny({
      code: 'rules_error',
    });
  });

  test('deny a name that is too long to be compared', async () => {
    const policy = rules({
      default: 'allow',
      rules: [{ on: 'preToolCall', tool: '*', decision: 'deny', reason: 'no' }],
    });
    expect(await tryPolicy(policy, 'preToolCall', named('x'.repeat(512)))).toDeny('no');
    expect(await tryPolicy(policy, 'preToolCall', named('x'.repeat(513)))).toDeny({
      code: 'rules_error',
    });
  });

  test('say nothing of events that they are not about', async () => {
    expect(await tryPolicy(support, 'preRequest', { request: { messages: [] } })).toAllow();
  });

  test('have a default for each event where it is written so', async () => {
    const policy = rules({ default: { preToolCall: 'allow', preRequest: 'deny' }, rules: [] });
    expect(await tryPolicy(policy, 'preToolCall', { call })).toAllow();
    expect(await tryPolicy(policy, 'preRequest', { request: { messages: [] } })).toDeny();
  });

  test('are the same in JSON, in YAML and as an object, and have a version of their own', () => {
    const file = { default: 'deny', rules: [{ on: 'preToolCall', decision: 'allow' }] } as const;
    const versions = [
      rules(file),
      rules(JSON.stringify(file)),
      rules('default: deny\nrules: [{on: preToolCall, decision: allow}]'),
    ].map(({ version }) => version);
    expect(new Set(versions).size).toBe(1);
    expect(rules({ ...file, default: 'allow' }).version).not.toBe(versions[0]);
    expect(support.name).toBe('support');
  });

  test('do not change with the object they were made of', async () => {
    const list: Rule[] = [{ on: 'preToolCall', decision: 'deny', reason: 'no' }];
    const policy = rules({ default: 'allow', rules: list });
    list.length = 0;
    expect(await tryPolicy(policy, 'preToolCall', { call })).toDeny('no');
  });

  test('supply outcomes and run steps again', async () => {
    const policy = rules({
      default: 'allow',
      rules: [
        { on: 'preToolCall', tool: 'refund', decision: 'respond', outcome: { result: 'later' } },
        {
          on: 'onToolCallError',
          if: { path: 'cause', is: { equals: 'timeout' } },
          decision: 'retry',
        },
      ],
    });
    expect(await tryPolicy(policy, 'preToolCall', { call })).toRespond({ result: 'later' });
    const failed = { call, error: { message: 'late' }, cause: 'timeout' as const };
    expect(await tryPolicy(policy, 'onToolCallError', failed)).toRetry();
  });

  test('judge parallel steps of several sessions apart', async () => {
    const hooks = createHooks({ policies: [support] });
    const tool = { name: 'x', origin: 'local', known: true, enabled: true } as const;
    const verdicts = await Promise.all(
      ['search', 'exec', 'read_x', 'refund'].map(async (name, index) =>
        hooks.dispatch(
          'preToolCall',
          { ...named(name, { cents: 1 }), tool },
          { session: { id: `s${index}` } },
        ),
      ),
    );
    expect(verdicts.map(({ decision }) => decision)).toEqual(['allow', 'deny', 'allow', 'deny']);
  });
});
