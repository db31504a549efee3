import { expect, test } from 'vitest';

import { argumentsIn, frameIn, outcomeOf, resultField } from './hosted-calls.ts';

const same = <T>(value: T): T => value;

test('a second result is shown among the arguments, and one that is empty nowhere', () => {
  const item = { id: 'c1', type: 'search_call', output: 'a', results: ['b'], outputs: null };
  expect(resultField(item)).toBe('output');
  expect(argumentsIn(item)).toEqual({ results: ['b'] });
  expect(frameIn(item)).toEqual({ id: 'c1', type: 'search_call', output: 'a', outputs: null });
});

test('what is sealed is neither shown nor written beside other arguments', () => {
  const item = { type: 'search_call', encrypted_content: 'gAAA', queries: ['Rome'] };
  expect([argumentsIn(item), frameIn(item)]).toEqual([
    { queries: ['Rome'] },
    { type: 'search_call' },
  ]);
});

test('how a call ended is its result only where it tells nothing else', () => {
  const error = { code: 'gone' };
  expect(outcomeOf('found', { status: 'completed' }, same)).toEqual({ result: 'found' });
  expect(outcomeOf(undefined, { status: 'completed' }, same)).toEqual({ result: 'completed' });
  expect(outcomeOf(undefined, { status: 'failed', error }, same)).toEqual({
    error: '{"code":"gone"}',
  });
  expect(outcomeOf(undefined, { status: null }, same)).toEqual({});
});
