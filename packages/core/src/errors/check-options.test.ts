import { expect, test } from 'vitest';

import { checkOptions } from './check-options.ts';
import { InterposeError } from './interpose-error.ts';

function refusal(options: unknown, known: readonly string[] = ['session', 'require']): string {
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
    '[invalid_option] withHooks does not know "sesion"; did you mean session?; use only session, require',
  );
});

test('refuses what is no object, saying what it got', () => {
  expect(refusal('thread-7')).toContain('takes an object, and got string');
  expect(refusal(['thread-7'])).toContain('takes an object, and got a list');
  expect(refusal(null)).toContain('takes an object, and got null');
  expect(refusal(true)).toContain('takes an object, and got boolean');
});

test('says so plainly where there are no options at all', () => {
  expect(refusal({ deep: true }, [])).toBe(
    '[invalid_option] withHooks does not know "deep"; drop it, since it takes no options',
  );
});

test('carries the code it was given', () => {
  expect(() => checkOptions('the policy pii', { hook: {} }, ['hooks'], 'invalid_policy')).toThrow(
    /^\[invalid_policy\] the policy pii does not know "hook"; did you mean hooks\?/,
  );
});
