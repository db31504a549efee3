import { memoryStore, type ModelRequest } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { begin, made } from '../../test/made-up-secrets.ts';
import { redactSecrets, type SecretOptions } from './index.ts';

expect.extend(policyMatchers);

const token = `${begin('gh', 'p_')}${made(36)}`;

function requestWith(text: string): ModelRequest {
  return { messages: [{ role: 'user', content: [{ type: 'text', text }] }] };
}

describe('secrets and the model', () => {
  test('a request reaches the model without them', async () => {
    const request = requestWith(`Use ${token} and password: hunter2!x to log in`);
    const trial = await tryPolicy(redactSecrets(), 'preRequest', { request });
    expect(trial).toModify(
      requestWith('Use <GITHUB_TOKEN_1> and password: <PASSWORD_1> to log in'),
    );
  });

  test('a request without any is left as it is', async () => {
    const request = requestWith('What is the weather in Rome?');
    expect(await tryPolicy(redactSecrets(), 'preRequest', { request })).toAllow();
  });

  test('the tool gets the real value back, within its session', async () => {
    const policy = redactSecrets();
    const store = memoryStore();
    const session = { id: 'one' };
    await tryPolicy(policy, 'preRequest', { request: requestWith(token) }, { store, session });
    const call = { id: '1', name: 'login', args: { token: '<GITHUB_TOKEN_1>' } };
    const there = await tryPolicy(policy, 'preToolCall', { call }, { store, session });
    expect(there).toModify({ ...call, args: { token } });
    const other = { store, session: { id: 'two' } };
    expect(await tryPolicy(policy, 'preToolCall', { call }, other)).toAllow();
  });

  test('no tool gets one where the option says so', async () => {
    const policy = redactSecrets({ restoreForTools: false });
    const store = memoryStore();
    const session = { id: 'one' };
    await tryPolicy(policy, 'preRequest', { request: requestWith(token) }, { store, session });
    const call = { id: '1', name: 'login', args: { token: '<GITHUB_TOKEN_1>' } };
    expect(await tryPolicy(policy, 'preToolCall', { call }, { store, session })).toAllow();
  });

  test('the name of a property tells what stands under it, also in JSON that is text', async () => {
    const call = { id: '1', name: 'login', args: {} };
    const account = { user: 'ann', password: 'hunter2!x', api_keys: [made(32)] };
    const hidden = { user: 'ann', password: '<PASSWORD_1>', api_keys: ['<GENERIC_SECRET_1>'] };
    const policy = redactSecrets();
    const trial = await tryPolicy(policy, 'onToolCallResult', { call, result: account });
    expect(trial).toModify(hidden);
    const result = JSON.stringify({ accounts: [account], note: 'ann logs in' });
    const text = await tryPolicy(policy, 'onToolCallResult', { call, result });
    expect(text).toModify(JSON.stringify({ accounts: [hidden], note: 'ann logs in' }));
  });

  test('only the kinds that are named are hidden', async () => {
    const policy = redactSecrets({ types: ['PASSWORD'], reversible: false });
    const request = requestWith(`${token}, password: hunter2!x`);
    const trial = await tryPolicy(policy, 'preRequest', { request });
    expect(trial).toModify(requestWith(`${token}, password: <PASSWORD>`));
  });
});

test.each<unknown>([{ types: [] }, { types: ['GITHUB'] }, { maxValues: -1 }])(
  '%j is refused when the policy is made',
  (options) => {
    expect(() => redactSecrets(options as SecretOptions)).toThrow('[invalid_option]');
  },
);
