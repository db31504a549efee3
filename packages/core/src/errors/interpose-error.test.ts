import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

import { DeniedError } from './denied-error.ts';
import { InterposeError } from './interpose-error.ts';

const denied = new DeniedError({
  decision: 'deny',
  code: 'denied',
  reason: 'r',
  by: 'p/h',
  policy: 'p',
  event: 'preToolCall',
});

describe('an error of this family', () => {
  test('begins with its code and ends with the remedy', () => {
    const error = new InterposeError('invalid_option', 'x is wrong', 'pass y');
    expect(error.message).toBe('[invalid_option] x is wrong; pass y');
    expect(error).toMatchObject({ code: 'invalid_option', name: 'InterposeError' });
    expect(error).toBeInstanceOf(Error);
  });

  test('keeps its cause', () => {
    const cause = new Error('first');
    expect(new InterposeError('c', 'p', 'r', { cause }).cause).toBe(cause);
  });

  test('tells SDKs not to retry', () => {
    expect(new InterposeError('c', 'p', 'r').isRetryable).toBe(false);
  });

  test('is known by its mark, not its class, so another copy of the package knows it too', () => {
    const mark = Symbol.for('interpose.error');
    const foreign: unknown = Object.assign(runInNewContext('new Error("x")') as object, {
      [mark]: true,
      name: 'DeniedError',
    });
    expect(InterposeError.isInstance(foreign)).toBe(true);
    expect(DeniedError.isInstance(foreign)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['another error', new Error('x')],
    ['null', null],
    ['a text', '[denied] x'],
    ['undefined', undefined],
  ])('is not %s', (_, other) => {
    expect(InterposeError.isInstance(other)).toBe(false);
    expect(DeniedError.isInstance(other)).toBe(false);
  });

  test('does not show its mark', () => {
    expect(JSON.stringify(new InterposeError('c', 'p', 'r'))).not.toContain('interpose.error');
    expect(
      Object.getOwnPropertySymbols(Object.assign({}, new InterposeError('c', 'p', 'r'))),
    ).toEqual([]);
  });
});

describe('a refusal that is thrown', () => {
  test('is one of the family, and others of the family are no refusal', () => {
    expect(InterposeError.isInstance(denied)).toBe(true);
    expect(DeniedError.isInstance(denied)).toBe(true);
    expect(DeniedError.isInstance(new InterposeError('denied', 'p', 'r'))).toBe(false);
    expect(denied).toBeInstanceOf(InterposeError);
  });
});
