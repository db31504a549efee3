import { describe, expect, test } from 'vitest';

import { EVENT_TABLE } from '../registry/events/event-table.ts';
import { problemOf } from '../context/ruling.ts';
import { readVerdict } from './read-verdict.ts';

const preToolCall = EVENT_TABLE.get('preToolCall')!;
const CALL = { id: 'c', name: 'refund', args: {} };

const read = (returned: unknown, event = 'preToolCall') =>
  readVerdict(EVENT_TABLE.get(event)!, returned);

describe('what counts as nothing said', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['an empty object', {}],
    ['an empty object without a prototype', Object.create(null)],
    ['an allow verdict', { decision: 'allow' }],
  ])('%s', (_, returned) => {
    expect(read(returned)).toEqual({ decision: 'allow' });
  });
});

describe('the verdicts', () => {
  test.each<[unknown]>([
    [{ decision: 'deny', reason: 'no' }],
    [{ decision: 'deny', reason: '', code: 'c', message: 'm', data: { n: 1 } }],
    [{ decision: 'deny', reason: 'no', code: undefined, data: undefined }],
    [{ decision: 'modify', value: CALL }],
    [{ decision: 'respond', outcome: { result: 42 } }],
    [{ decision: 'respond', outcome: { error: 'down' } }],
    [{ decision: 'ask', reason: 'sure?' }],
    [{ decision: 'ask', reason: 'sure?', timeoutMs: 0, remember: 'session' }],
    [{ decision: 'ask', reason: 'sure?', remember: 'never' }],
    [{ decision: 'ask', reason: 'sure?', remember: 'chat' }],
    [{ decision: 'retry' }],
    [{ decision: 'retry', delayMs: 5 }],
  ])('%j is read as it is', (verdict) => {
    expect(read(verdict)).toEqual(verdict);
  });
});

describe('the short forms', () => {
  test('the key of the slot means modify', () => {
    expect(read({ call: CALL })).toEqual({ decision: 'modify', value: CALL });
  });

  test.each([undefined, null, 0, '', false, NaN])('a result of %s is an outcome', (result) => {
    expect(read({ result })).toEqual({ decision: 'respond', outcome: { result } });
    expect(read({ decision: 'respond', outcome: { result } })).toEqual({
      decision: 'respond',
      outcome: { result },
    });
  });

  test('the key of an outcome means respond, with that outcome alone', () => {
    expect(read({ error: 'down' })).toEqual({ decision: 'respond', outcome: { error: 'down' } });
    expect(read({ results: [] }, 'preKnowledgeQuery')).toEqual({
      decision: 'respond',
      outcome: { results: [] },
    });
  });

  test('the key of the slot is read as modify also where an outcome elsewhere has it', () => {
    expect(read({ error: 'x' }, 'onToolCallError')).toEqual({ decision: 'modify', value: 'x' });
    expect(read({ result: 1 }, 'onToolCallResult')).toEqual({ decision: 'modify', value: 1 });
    expect(read({ result: 1 }, 'onToolCallError')).toMatchObject({ decision: 'respond' });
  });
});

const SHOWN: PropertyDescriptor = { value: 'deny', enumerable: true };

/** A verdict whose copy by `{ ...verdict }` is empty. */
class Inherited {
  get decision(): string {
    return 'deny';
  }
  get reason(): string {
    return 'no';
  }
}

class Refusal {
  readonly decision = 'deny';
  readonly reason = 'no';
}

describe('what cannot be read is a deny', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['true', true],
    ['a number', 1],
    ['a text', 'deny'],
    ['a symbol', Symbol('deny')],
    ['a function', () => undefined],
    ['a list', []],
    ['a list of verdicts', [{ decision: 'deny', reason: 'no' }]],
    ['an Error', new Error('no')],
    ['a symbol in place of a key', { [Symbol('decision')]: 'deny' }],
    ['a Map', new Map([['decision', 'deny']])],
    ['an unknown key', { calls: CALL }],
    ['a key of another event', { request: {} }],
    ['two keys at once', { call: CALL, result: 1 }],
    ['two outcomes at once', { result: 1, error: 'x' }],
    ['an outcome beside a verdict', { decision: 'allow', result: 1 }],
    ['an unknown decision', { decision: 'block' }],
    ['a decision named like a method', { decision: 'toString' }],
    ['a decision that is no text', { decision: ['deny'], reason: 'no' }],
    ['a decision that cannot be made a text', { decision: Object.create(null) }],
    ['an undefined decision', { decision: undefined }],
    ['a deny without a reason', { decision: 'deny' }],
    ['a deny with an undefined reason', { decision: 'deny', reason: undefined }],
    ['a deny with a reason of another type', { decision: 'deny', reason: 7 }],
    ['a deny with a code of another type', { decision: 'deny', reason: 'no', code: 7 }],
    ['a deny with data that is null', { decision: 'deny', reason: 'no', data: null }],
    ['a deny with data that is a text', { decision: 'deny', reason: 'no', data: 'x' }],
    ['a deny with an unknown key', { decision: 'deny', reason: 'no', why: 'x' }],
    ['a modify without a value', { decision: 'modify' }],
    ['a modify to a value that does not fit', { decision: 'modify', value: 'x' }],
    ['a slot of undefined', { call: undefined }],
    ['a slot of a value that does not fit', { call: { id: 'c' } }],
    ['a respond without an outcome', { decision: 'respond' }],
    ['a respond with an empty outcome', { decision: 'respond', outcome: {} }],
    ['a respond with a null outcome', { decision: 'respond', outcome: null }],
    ['a respond with two outcomes', { decision: 'respond', outcome: { result: 1, error: 'x' } }],
    ['a respond with an unknown outcome', { decision: 'respond', outcome: { answer: 'x' } }],
    ['a respond with an outcome that does not fit', { decision: 'respond', outcome: { error: 1 } }],
    ['an error that does not fit', { error: {} }],
    ['an ask without a reason', { decision: 'ask' }],
    ['an ask with a negative limit', { decision: 'ask', reason: '?', timeoutMs: -1 }],
    ['an ask with a limit that is no number', { decision: 'ask', reason: '?', timeoutMs: NaN }],
    ['an ask with a limit that is a text', { decision: 'ask', reason: '?', timeoutMs: '5' }],
    ['an ask remembered for ever', { decision: 'ask', reason: '?', remember: 'always' }],
    ['an ask remembered by a flag', { decision: 'ask', reason: '?', remember: true }],
    ['a retry with a negative delay', { decision: 'retry', delayMs: -1 }],
    ['a retry with a reason of another type', { decision: 'retry', reason: 7 }],
    ['an allow with data that is null', { decision: 'allow', data: null }],
    ['a modify with a code of another type', { decision: 'modify', value: CALL, code: 1 }],
    ['an inherited verdict', Object.create({ decision: 'deny', reason: 'no' })],
    ['a decision that only the class has', new Inherited()],
    ['a deny that inherits its reason', Object.create({ reason: 'no' }, { decision: SHOWN })],
    ['an inherited unknown key', Object.create({ decision: 'allow', extra: 1 })],
    [
      'a getter that throws',
      {
        get call(): never {
          throw new Error('secret');
        },
      },
    ],
    [
      'a decision that throws',
      {
        get decision(): never {
          throw new Error('secret');
        },
      },
    ],
  ])('%s', (_, returned) => {
    const verdict = readVerdict(preToolCall, returned);
    expect(verdict).toMatchObject({ decision: 'deny', code: 'invalid_verdict' });
    expect(JSON.stringify(verdict)).not.toContain('secret');
  });

  test('but an instance with the fields of a verdict is one', () => {
    expect(read(new Refusal())).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test('and says what is wrong to the log, not to the model', () => {
    const verdict = read({ decision: 'deny' });
    expect(verdict).toEqual({
      decision: 'deny',
      code: 'invalid_verdict',
      reason: 'A policy hook gave an answer that cannot be read.',
    });
    expect(problemOf(verdict)).toBe('a verdict lacks reason');
  });

  test.each<[string, unknown, string]>([
    ['null', null, 'a hook returned null'],
    ['a text', 'x', 'a hook returned string'],
    ['an unknown key', { nope: 1 }, 'a hook returned the unknown key nope'],
    ['three keys', { a: 1, b: 2, c: 3 }, 'a hook returned 3 keys at once'],
    ['a bad field', { decision: 'retry', delayMs: 'x' }, "a verdict's delayMs is not a number"],
    [
      'a bad length',
      { decision: 'retry', delayMs: -1 },
      "a verdict's delayMs is not a length of time",
    ],
  ])('such as %s', (_, returned, problem) => {
    expect(problemOf(read(returned))).toBe(problem);
  });

  test.each([
    ['preRequest', { request: { messages: [], mesages: [] } }, 'a request has no `mesages`'],
    ['onResponse', { response: { content: [], message: 'x' } }, 'a response has no `message`'],
  ])('such as a misspelled member of what is changed at %s', (event, returned, problem) => {
    expect(problemOf(read(returned, event))).toBe(problem);
  });
});
