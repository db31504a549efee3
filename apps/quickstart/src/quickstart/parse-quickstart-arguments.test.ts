import { expect, test } from 'vitest';
import { parseQuickstartArguments } from './parse-quickstart-arguments.ts';

test('the recorded model is the default, also where a key is set', () => {
  expect(parseQuickstartArguments([], { OPENAI_API_KEY: 'key' })).toEqual({ kind: 'recorded' });
});

test('--live takes the key and the model from the environment', () => {
  expect(parseQuickstartArguments(['--live'], { OPENAI_API_KEY: 'key' })).toEqual({
    kind: 'live',
    apiKey: 'key',
    model: 'gpt-4.1-mini',
  });
  const environment = { OPENAI_API_KEY: 'key', OPENAI_MODEL: 'other' };
  expect(parseQuickstartArguments(['--', '--live'], environment)).toMatchObject({ model: 'other' });
});

test.each([undefined, ''])('--live with the key %j is refused', (key) => {
  const parse = (): unknown => parseQuickstartArguments(['--live'], { OPENAI_API_KEY: key });
  expect(parse).toThrow(/^\[api_key_missing\] .*leave --live out/);
});

test.each([['--fast'], ['live'], ['--live=yes']])('%s is refused', (word) => {
  expect(() => parseQuickstartArguments([word], {})).toThrow(
    /^\[arguments_invalid\] .*; use pnpm quickstart \[--live\]$/,
  );
});
