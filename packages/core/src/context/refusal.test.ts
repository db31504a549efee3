import { describe, expect, test } from 'vitest';

import { DeniedError, type Denial } from '../index.ts';
import { denialText, refusalText } from './refusal.ts';

const denial = (event: string, message?: string): Denial => ({
  decision: 'deny',
  code: 'c',
  reason: 'too much',
  by: 'cap/limit',
  policy: 'cap',
  event,
  ...(message === undefined ? {} : { message }),
});

describe('a denial', () => {
  test.each([
    ['preToolCall', 'Blocked by cap: too much'],
    ['preDelegate', 'Blocked by cap: too much'],
    ['onToolCallResult', 'Result withheld by cap: too much'],
    ['onDelegateResult', 'Result withheld by cap: too much'],
    ['onToolCallError', 'Error withheld by cap: too much'],
    ['toString', 'Blocked by cap: too much'],
  ])('at %s reads to the model as "%s"', (event, text) => {
    expect(denialText(denial(event))).toBe(text);
  });

  test('reads to the caller as its message, else as a fixed text that says no reason', () => {
    expect(refusalText(denial('preRequest', 'Please ask us.'))).toBe('Please ask us.');
    expect(refusalText(denial('preRequest', ''))).toBe('');
    expect(refusalText(denial('preRequest'))).toBe('Blocked by policy.');
  });

  test('as an error names policy, event, reason and its own code', () => {
    const error = new DeniedError(denial('preRequest'));
    expect(error).toMatchObject({ code: 'c', name: 'DeniedError', isRetryable: false });
    expect(error.message).toMatch(/^\[c\] cap denied preRequest: too much; .+/);
    expect(error.denial).toEqual(denial('preRequest'));
  });
});
