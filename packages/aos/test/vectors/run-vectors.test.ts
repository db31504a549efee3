import type { Dict } from '@interpose/core';
import { expect, test } from 'vitest';

import { runVectors, type Vector } from '../../src/vectors/index.ts';
import { listen } from '../listen.ts';
import { toolCall } from '../post-step.ts';

const request = toolCall();

/** Why this exchange does not hold; undefined where it does. */
async function fault(result: Dict, wanted: Dict, more: Dict = {}): Promise<string | undefined> {
  const response = { jsonrpc: '2.0', id: request['id'], result };
  const vector: Vector = {
    id: 'one',
    kind: 'exchange',
    request,
    response,
    expect: wanted,
    ...more,
  };
  return (await runVectors([vector], listen)).failures[0]?.why;
}

function modifying(inputs: readonly Dict[], more: Dict = {}): Dict {
  const modifiedRequest = structuredClone(request) as { params: { toolCallRequest: Dict } };
  const { params } = modifiedRequest;
  params.toolCallRequest = { ...params.toolCallRequest, inputs, ...more };
  return { decision: 'modify', message: 'changed', modifiedRequest };
}

const pointer = '/params/toolCallRequest/inputs';
const one = [{ name: 'cents', value: 1 }];

test('a change holds where it is the one that is wanted, and only there', async () => {
  const wanted = (value: unknown): Dict => ({
    action: 'proceed_modified',
    effective: { pointer, value },
  });
  expect(await fault(modifying(one), wanted(one))).toBeUndefined();
  expect(await fault(modifying(one), wanted([]))).toContain('the host would use');
  expect(await fault(modifying(one), { action: 'proceed' })).toBe(
    'the host would proceed_modified',
  );
});

test('another tool is taken where the vector allows it', async () => {
  const renaming = modifying(one, { toolId: 'reject' });
  const options = { allowRename: true };
  const refused = { action: 'block', codes: ['invalid_modification'] };
  expect(await fault(renaming, refused)).toBeUndefined();
  expect(await fault(renaming, { action: 'proceed_modified' }, { options })).toBeUndefined();
});

test('a deny may have several codes', async () => {
  const deny = { decision: 'deny', message: 'no', reasonCode: ['limit', 'hours'] };
  expect(await fault(deny, { action: 'block', codes: ['limit'] })).toBeUndefined();
  expect(await fault(deny, { action: 'block', codes: ['other'] })).toBe('recorded limit');
});

test.each([true, 1.5, null])('an answer to the id %j is no answer', async (id) => {
  const wire = { jsonrpc: '2.0', id, result: { decision: 'allow', message: 'ok' } };
  const expected = { valid: false, treatAs: 'failure' };
  const vector: Vector = { id: 'one', kind: 'response', wire, expect: expected };
  expect(await runVectors([vector], listen)).toMatchObject({ failures: [] });
});

test('a request that is no JSON may be a vector too', async () => {
  const vector = (error: number): Vector => ({
    id: 'one',
    kind: 'request',
    text: '{',
    expect: { error },
  });
  expect(await runVectors([vector(-32700)], listen)).toMatchObject({ failed: 0 });
  expect(await runVectors([vector(-32600)], listen)).toMatchObject({ failed: 1 });
});

/** Why a request under its former name does not hold; undefined where it does. */
async function normalizing(wanted: Dict, more: Dict = {}): Promise<string | undefined> {
  const input = { ...request, method: 'task/get' };
  const vector: Vector = { id: 'one', kind: 'normalize', input, expect: wanted, ...more };
  return (await runVectors([vector], listen)).failures[0]?.why;
}

test('a request that is not to be mended holds where it is refused with the code that is wanted', async () => {
  const options = { repair: false };
  expect(await normalizing({ error: -32601 }, { options })).toBeUndefined();
  expect(await normalizing({ error: -32602 }, { options })).toContain('answered');
  expect(await normalizing({ error: -32601 })).toContain('answered');
});

test('a valid request is read as it stands where nothing is to be mended', async () => {
  const more = { input: request, options: { repair: false } };
  expect(await normalizing({ normalized: request, repairs: [] }, more)).toBeUndefined();
  const mended = { normalized: request, repairs: ['method-alias'] };
  expect(await normalizing(mended, more)).toContain('reported');
});
