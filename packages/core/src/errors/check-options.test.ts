import { expect, test } from 'vitest';

import { checkOptions, type OptionKind, type OptionKinds } from './check-options.ts';
import { InterposeError } from './interpose-error.ts';

function refusal(
  options: unknown,
  known: OptionKinds | readonly string[] = ['session', 'require'],
): string {
  try {
    checkOptions('withHooks', options, known);
  } catch (error) {
    if (InterposeError.isInstance(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

test('accepts known options, none, and an empty object', () => {
  expect(refusal({ session: {} })).toBe('accepted');
  expect(refusal(undefined)).toBe('accepted');
  expect(refusal({})).toBe('accepted');
});

test('names the option that was probably meant and ends with what there is', () => {
  expect(refusal({ sesion: {} })).toBe(
    '[invalid_option] withHooks does not know "sesion"; did you mean session? There are session, require',
  );
});

test('refuses what is no object, saying what it got', () => {
  expect(refusal('thread-7')).toContain('takes an object, and got "thread-7"');
  expect(refusal(['thread-7'])).toContain('takes an object, and got a list');
  expect(refusal(null)).toContain('takes an object, and got null');
  expect(refusal(true)).toContain('takes an object, and got true');
});

test.each<[unknown, string]>([
  [Promise.resolve({ session: {} }), 'a Promise'],
  [new Map([['session', {}]]), 'a Map'],
  [new Set(['session']), 'a Set'],
  [/session/, 'a RegExp'],
  [new Date(0), 'a Date'],
])('refuses %s, which would say nothing as options or in their place', (given, name) => {
  expect(refusal(given)).toContain(`takes an object, and got ${name};`);
  expect(refusal({ session: given }, { session: 'object' })).toBe(
    `[invalid_option] session is ${name} in withHooks; pass an object`,
  );
});

test.each<[OptionKind, unknown, string]>([
  ['boolean', 'false', 'is "false" in withHooks; pass a boolean'],
  ['function', null, 'is null in withHooks; pass a function'],
  ['object', [], 'is a list in withHooks; pass an object'],
  ['object', null, 'is null in withHooks; pass an object'],
  ['list', {}, 'is an object in withHooks; pass a list'],
  ['string or list', 5, 'is 5 in withHooks; pass a string or a list'],
  ['number', Number.NaN, 'is NaN in withHooks; pass a number'],
  ['count', -1, 'is -1 in withHooks; pass a number that is not negative'],
  [
    'count or function',
    'x',
    'is "x" in withHooks; pass a number that is not negative or a function',
  ],
  [['deny', 'ask'], 'denied', 'is "denied" in withHooks; pass one of deny, ask'],
])('refuses for %j the value %j', (kind, value, message) => {
  expect(refusal({ option: value }, { option: kind })).toBe(`[invalid_option] option ${message}`);
});

test.each<[OptionKind, unknown]>([
  ['any', null],
  ['boolean', false],
  ['count or function', 0],
  ['string or list', []],
  ['object', AbortSignal.abort()],
  [['deny', 'ask'], 'ask'],
  ['function', undefined],
])('accepts for %j the value %j', (kind, value) => {
  expect(refusal({ option: value }, { option: kind })).toBe('accepted');
});

test('says so plainly where there are no options at all', () => {
  expect(refusal({ deep: true }, [])).toBe(
    '[invalid_option] withHooks does not know "deep"; drop it, since it takes no options',
  );
});

test('carries the code it was given', () => {
  expect(() =>
    checkOptions('the policy pii', { hook: {} }, ['hooks'], [], 'invalid_policy'),
  ).toThrow(/^\[invalid_policy\] the policy pii does not know "hook"; did you mean hooks\?/);
});
