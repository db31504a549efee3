import type { ModelResponse, Policy, ToolCall } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { rules, type Change, type Rule, type RuleFile } from './index.ts';

expect.extend(policyMatchers);

const call: ToolCall = {
  id: 'c',
  name: 'mail',
  args: { to: ['a', 'b'], note: 'card 4111 and 4222', n: 4111, inner: { secret: 'x', keep: 1 } },
};

function changing(...changes: Change[]): RuleFile {
  return { default: 'allow', rules: [{ on: 'preToolCall', decision: 'modify', changes }] };
}

describe('a rule that changes', () => {
  test.each<[Change, object]>([
    [
      { set: 'call.args.limit', to: 10 },
      { ...call.args, limit: 10 },
    ],
    [
      { set: 'call.args.inner.new.deep', to: [1] },
      { ...call.args, inner: { secret: 'x', keep: 1, new: { deep: [1] } } },
    ],
    [
      { set: 'call.args.to.0', to: 'z' },
      { ...call.args, to: ['z', 'b'] },
    ],
    [{ set: ['call', 'args'], to: {} }, {}],
    [{ remove: 'call.args.inner.secret' }, { ...call.args, inner: { keep: 1 } }],
    [{ remove: 'call.args.to.0' }, { ...call.args, to: ['b'] }],
    [{ redact: 'call.args.note' }, { ...call.args, note: '[redacted]' }],
    [
      { redact: 'call.args.note', matching: '[0-9]{4}', with: '$1' },
      { ...call.args, note: 'card $1 and $1' },
    ],
    [
      { redact: 'call.args', matching: '4111', with: '#' },
      { ...call.args, note: 'card # and 4222', n: '#' },
    ],
  ])('%j makes %j', async (change, args) => {
    const trial = await tryPolicy(rules(changing(change)), 'preToolCall', { call });
    expect(trial).toModify({ ...call, args });
  });

  test.each<[Change]>([
    [{ remove: 'call.args.missing.deep' }],
    [{ redact: 'call.args.missing' }],
    [{ redact: 'call.args', matching: 'nowhere' }],
    [{ set: 'call.args.n', to: 4111 }],
  ])('%j changes nothing and leaves the call itself', async (change) => {
    const trial = await tryPolicy(rules(changing(change)), 'preToolCall', { call });
    expect(trial).toAllow();
    expect(trial.value).toBe(call);
  });

  test.each<[Change]>([[{ set: 'call.args.n.x', to: 1 }], [{ set: 'call.args.to.9', to: 1 }]])(
    '%j where there is no such place denies',
    async (change) => {
      expect(await tryPolicy(rules(changing(change)), 'preToolCall', { call })).toDeny({
        code: 'rules_error',
      });
    },
  );

  test('reads what turns itself into JSON as the model does', async () => {
    const policy = rules({
      default: 'allow',
      rules: [
        {
          on: 'onToolCallResult',
          decision: 'modify',
          changes: [{ redact: 'result', matching: 'token=\\w+' }],
        },
      ],
    });
    const kept = new URL('https://a.example/');
    const result = { link: new URL('https://a.example/?token=abc'), kept };
    const trial = await tryPolicy(policy, 'onToolCallResult', { call, result }, { strict: false });
    expect(trial).toModify({ link: 'https://a.example/?[redacted]', kept });
  });

  test('lets the rules below decide about the changed value', async () => {
    const policy = rules({
      default: 'deny',
      rules: [
        { on: 'preToolCall', decision: 'modify', changes: [{ set: 'call.args.n', to: 1 }] },
        { on: 'preToolCall', args: { n: 1 }, decision: 'allow' },
      ],
    });
    expect(await tryPolicy(policy, 'preToolCall', { call })).toModify();
  });

  test('is part of what an approver is asked about, once', async () => {
    const policy = rules({
      default: 'allow',
      rules: [
        {
          on: 'preToolCall',
          tool: 'mail',
          decision: 'modify',
          changes: [{ remove: 'call.args.to' }],
        },
        { on: 'preToolCall', decision: 'ask', reason: 'send it?' },
      ],
    });
    const trial = await tryPolicy(policy, 'preToolCall', { call }, { approver: 'yes' });
    expect(trial.asks.map(({ reason, value }) => [reason, (value as ToolCall).args['to']])).toEqual(
      [['send it?', undefined]],
    );
    expect(trial.value.args).not.toHaveProperty('to');
    const other = { ...call, name: 'other' };
    const unchanged = await tryPolicy(policy, 'preToolCall', { call: other }, { approver: 'yes' });
    expect(unchanged.asks.map(({ reason }) => reason)).toEqual(['send it?']);
    expect(unchanged.value).toBe(other);
  });

  test('is moot where a rule below denies', async () => {
    const policy = rules({
      default: 'deny',
      rules: [{ on: 'preToolCall', decision: 'modify', changes: [{ remove: 'call.args.to' }] }],
    });
    expect(await tryPolicy(policy, 'preToolCall', { call })).toDeny({ code: 'no_rule' });
  });

  test('reaches all text of an answer', async () => {
    const policy = rules({
      default: 'allow',
      rules: [
        {
          on: 'onResponse',
          decision: 'modify',
          changes: [{ redact: 'text', matching: '[0-9]{4}', with: '****' }],
        },
      ],
    });
    const response: ModelResponse = {
      content: [
        { type: 'text', text: 'card 4111' },
        { type: 'data', data: '4111' },
      ],
    };
    expect(await tryPolicy(policy, 'onResponse', { response })).toModify({
      content: [
        { type: 'text', text: 'card ****' },
        { type: 'data', data: '4111' },
      ],
    });
  });

  test('reaches what adjacent texts hold only together', async () => {
    const said = (...texts: readonly string[]) =>
      texts.map((text) => ({ type: 'text' as const, text }));
    const redact = (on: Rule['on'], path: string): Policy => {
      const changes = [{ redact: path, matching: '[0-9]{4}|^end', with: '#' }];
      return rules({ default: 'allow', rules: [{ on, decision: 'modify', changes }] });
    };
    const response = { content: said('card 41', '11 and 42', '22', 'end 1') };
    const safe = { content: said('card # and ## 1') };
    expect(await tryPolicy(redact('onResponse', 'text'), 'onResponse', { response })).toModify(
      safe,
    );
    const ofResult = redact('onToolCallResult', 'result');
    expect(await tryPolicy(ofResult, 'onToolCallResult', { call, result: response })).toModify(
      safe,
    );
    const request = { messages: [{ role: 'user' as const, ...response }] };
    expect(await tryPolicy(redact('preRequest', 'text'), 'preRequest', { request })).toModify({
      messages: [{ role: 'user', ...safe }],
    });
  });
});
