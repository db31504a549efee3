import type { Dict, Policy } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { opaModule } from '../../../test/opa-module.ts';
import { cedar } from '../../cedar/index.ts';
import { opa } from '../../opa/index.ts';

const policies = 'permit(principal, action, resource);';
const call = { id: 'c', name: 'x', args: {} };
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
const fails = (): Promise<never> => Promise.reject(new Error('no directory'));

beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

/** Returns why a call was denied, once an unhandled rejection would have been told. */
async function problemOf(policy: Policy): Promise<unknown> {
  const { verdict } = await tryPolicy(policy, 'preToolCall', { call });
  await new Promise((done) => void setTimeout(done, 5));
  expect([verdict, unhandled]).toMatchObject([{ code: `${policy.name}_error` }, []]);
  return (verdict as { readonly data: Dict }).data['problem'];
}

describe('cedar denies, instead of judging the step without it,', () => {
  const stranger = { principal: { type: 'User', id: 'stranger' } };

  test.each<[string, unknown, RegExp]>([
    ['a promise', () => Promise.resolve(stranger), /request returned a promise/],
    ['a promise that is rejected', fails, /request returned a promise/],
    ['nothing', () => undefined, /request returned undefined/],
    ['a misspelt part', () => ({ princpal: stranger.principal }), /princpal, which is none of/],
  ])('a request that is %s', async (_, request, problem) => {
    expect(await problemOf(cedar({ policies, request: request as never }))).toMatch(problem);
  });

  test.each<[string, unknown, RegExp]>([
    ['a promise that is rejected', fails, /entities returned a promise/],
    ['nothing', () => undefined, /entities returned undefined/],
  ])('entities that are %s', async (_, entities, problem) => {
    expect(await problemOf(cedar({ policies, entities: entities as never }))).toMatch(problem);
  });
});

describe('opa denies', () => {
  test('an input that is a promise', async () => {
    const wasm = await opaModule({ cases: [], otherwise: true });
    expect(await problemOf(await opa({ wasm, input: fails }))).toMatch(/input returned a promise/);
  });

  test('where a builtin returns what Rego would read as something else', async () => {
    const needy = await opaModule({ builtins: ['app.open'], cases: [{ holds: '{', builtin: 0 }] });
    const policy = await opa({ wasm: needy, builtins: { 'app.open': () => new Set(['x']) } });
    expect(await problemOf(policy)).toMatch(/value of type object is no plain data/);
  });

  test('where a builtin returns a promise, and names it', async () => {
    const wasm = await opaModule({ builtins: ['app.open'], cases: [{ holds: '{', builtin: 0 }] });
    const policy = await opa({ wasm, builtins: { 'app.open': fails } });
    expect(await problemOf(policy)).toMatch(/builtin app\.open returned a promise/);
  });
});
