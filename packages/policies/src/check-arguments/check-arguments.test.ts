import type { Dict } from '@interpose/core';
import { tryPolicy, type Trial } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { ArgumentCheck } from './argument-check.ts';
import { checkArguments, type CheckArgumentsOptions } from './check-arguments.ts';

expect.extend(policyMatchers);

const tryArgs = (
  check: ArgumentCheck,
  args: Dict,
  options?: CheckArgumentsOptions,
): Promise<Trial<'preToolCall'>> =>
  tryPolicy(checkArguments({ refund: check }, options), 'preToolCall', {
    call: { id: 'call_1', name: 'refund', args },
  });

const byZod = z.strictObject({ cents: z.int().max(5000), to: z.object({ iban: z.string() }) });
const byValibot = v.strictObject({
  cents: v.pipe(v.number(), v.maxValue(5000)),
  to: v.object({ iban: v.string() }),
});
const byJson = {
  type: 'object',
  properties: {
    cents: { type: 'integer', maximum: 5000 },
    to: { type: 'object', properties: { iban: { type: 'string' } }, required: ['iban'] },
  },
  required: ['cents', 'to'],
  additionalProperties: false,
};

describe.each<[string, ArgumentCheck]>([
  ['zod', byZod],
  ['valibot', byValibot],
  ['an asynchronous schema', byZod.refine(() => Promise.resolve(true))],
  ['JSON Schema', byJson],
])('arguments checked by %s', (_, check) => {
  test('run as they are when they fit', async () => {
    const args = { cents: 500, to: { iban: 'x' } };
    const trial = await tryArgs(check, args);
    expect(trial).toAllow();
    expect(trial.value.args).toBe(args);
  });

  test('are denied when they do not, with the places and never with what stands there', async () => {
    const trial = await tryArgs(check, { cents: 900_001, to: { iban: 777_777 } });
    expect(trial).toDeny({ code: 'arguments_invalid', reason: /^the arguments of refund do not/ });
    expect(trial.record?.reason).toMatch(/cents.*to\.iban/);
    expect(trial.record?.reason).not.toMatch(/900.?001|777.?777/);
  });

  test('are denied when one is missing, and when one is too many', async () => {
    expect(await tryArgs(check, { cents: 500 })).toDeny(/to/);
    const extra = { cents: 500, to: { iban: 'x' }, 'sk-secret text': 1 };
    const trial = await tryArgs(check, extra);
    expect(trial).toDeny({ code: 'arguments_invalid' });
    expect(trial.record?.reason).not.toContain('secret');
  });
});

describe('a schema', () => {
  test.each<[string, () => unknown]>([
    ['that throws', () => JSON.parse('{') as never],
    ['that rejects', () => Promise.reject(new Error('secret'))],
    ['that gives nothing', () => undefined],
    ['that gives neither a value nor issues', () => ({})],
    ['whose issues are no list', () => ({ issues: null })],
  ])('%s denies', async (__, validate) => {
    const check = { '~standard': { version: 1, vendor: 'test', validate } } as ArgumentCheck;
    const trial = await tryArgs(check, {});
    expect(trial).toDeny({ code: 'arguments_unchecked' });
    expect(trial.failures).toEqual([]);
  });

  test('without any issue on its list denies all the same', async () => {
    const check = {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [], value: {} }) },
    } as ArgumentCheck;
    expect(await tryArgs(check, {})).toDeny('the arguments of refund do not fit: as a whole');
  });

  test('that is a function with ~standard is a schema', async () => {
    const check = Object.assign(() => true, {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message: '' }] }) },
    }) as ArgumentCheck;
    expect(await tryArgs(check, {})).toDeny();
  });

  test('changes arguments only where that is wanted', async () => {
    const trimming = z.object({ name: z.string().trim(), kind: z.string().default('gift') });
    expect(await tryArgs(trimming, { name: ' ada ' })).toAllow();
    const trial = await tryArgs(trimming, { name: ' ada ' }, { transform: true });
    expect(trial).toModify({
      id: 'call_1',
      name: 'refund',
      args: { name: 'ada', kind: 'gift' },
    });
    const same = { name: 'ada', kind: 'gift' };
    expect((await tryArgs(trimming, same, { transform: true })).value.args).toBe(same);
  });

  test('that makes something else than arguments denies, where that would run', async () => {
    const text = z.object({}).transform(() => 'text');
    expect(await tryArgs(text, {}, { transform: true })).toDeny({ code: 'arguments_unchecked' });
    expect(await tryArgs(text, {})).toAllow();
  });
});

describe('a function', () => {
  test('allows with true alone', async () => {
    expect(await tryArgs(() => true, {})).toAllow();
    expect(await tryArgs(() => Promise.resolve(true), {})).toAllow();
    for (const said of [false, undefined, null, 0, 1, {}, '']) {
      const trial = await tryArgs((() => said) as () => boolean, {});
      expect(trial).toDeny({ code: 'arguments_invalid' });
    }
  });

  test('tells the model what it says', async () => {
    const trial = await tryArgs(({ cents }) => Number(cents) < 5 || 'too much', { cents: 9 });
    expect(trial).toDeny({ reason: 'too much', code: 'arguments_invalid' });
  });

  test('sees the context', async () => {
    const own: ArgumentCheck = ({ owner }, { user }) => owner === user?.id;
    const policy = checkArguments({ refund: own });
    const call = { id: '1', name: 'refund', args: { owner: 'ada' } };
    expect(await tryPolicy(policy, 'preToolCall', { call }, { user: { id: 'ada' } })).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', { call })).toDeny();
  });

  test('that throws denies without telling what it threw', async () => {
    for (const check of [
      () => JSON.parse('secret') as boolean,
      () => Promise.reject(new Error('secret')),
    ]) {
      const trial = await tryArgs(check, {});
      expect(trial).toDeny({ code: 'arguments_unchecked' });
      expect(JSON.stringify(trial.record)).not.toContain('secret');
    }
  });
});

describe('tools', () => {
  const named = (name: string) => ({ call: { id: '1', name, args: {} } });

  test('under several keys must fit all of them', async () => {
    const policy = checkArguments({ 'mail_*': () => true, mail_send: () => 'never' });
    expect(await tryPolicy(policy, 'preToolCall', named('mail_read'))).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', named('mail_send'))).toDeny('never');
  });

  test('of a tool whose name is too long to be looked for are checked like all others', async () => {
    const policy = checkArguments({ '*': () => 'nothing fits' });
    const call = { id: '1', name: 'a'.repeat(513), args: {} };
    expect(await tryPolicy(policy, 'preToolCall', { call })).toDeny({ code: 'arguments_invalid' });
  });

  test('that are not listed are allowed, or denied where that is wanted', async () => {
    const check = { refund: () => false };
    expect(await tryPolicy(checkArguments(check), 'preToolCall', named('search'))).toAllow();
    const strict = checkArguments(check, { others: 'deny' });
    expect(await tryPolicy(strict, 'preToolCall', named('search'))).toDeny({
      code: 'arguments_unlisted',
    });
    expect(await tryPolicy(strict, 'preToolCall', named('constructor'))).toDeny();
  });

  test.each<[unknown, CheckArgumentsOptions?]>([
    [undefined],
    [{}],
    [[]],
    [{ '': () => true }],
    [{ refund: undefined }],
    [{ refund: 'object' }],
    [{ refund: { '~standard': { version: 2, validate: () => ({}) } } }],
    [{ refund: { '~standard': { version: 1 } } }],
    [{ refund: { toJSON: () => ({}) } }],
    [{ refund: true }, { others: 'ask' as 'deny' }],
  ])('checked by %j %j are refused', (checks, options) => {
    expect(() => checkArguments(checks as Record<string, ArgumentCheck>, options)).toThrow(
      '[invalid_option]',
    );
  });
});
