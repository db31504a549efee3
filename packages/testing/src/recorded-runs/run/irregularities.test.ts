import { describe, expect, test } from 'vitest';
import { readRun } from './read-run.ts';
import type { RecordedRun } from '../recorded-run.ts';

const system = { role: 'system', content: 'Be kind.' };
const user = { role: 'user', content: 'Refund my mug' };
const done = { role: 'assistant', content: 'Done.' };
const result = { role: 'tool', content: 'ok', tool_call_id: 'c1', name: 'refund', error: null };
const asks = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const refund = { id: 'c1', name: 'refund', args: { amount: 5 } };

const irregularOf = (...messages: unknown[]): RecordedRun['irregular'] =>
  readRun({ messages }).irregular;
const turnsOf = (...messages: unknown[]) =>
  readRun({ messages }).chats.flatMap(({ turns }) => turns);

describe('what is irregular is counted and read as far as it goes', () => {
  test('an answer without anything in it', () => {
    expect(irregularOf(user, { role: 'assistant', content: null })).toEqual({ empty_answer: 1 });
    expect(turnsOf(user, { role: 'assistant', content: null })).toEqual([{ text: '', calls: [] }]);
  });

  test('two assistant messages in a row, which become one answer', () => {
    const [, ...more] = [user, done, { ...asks(refund), content: 'Wait.' }, result];
    expect(irregularOf(user, ...more)).toEqual({
      consecutive_assistant_messages: 1,
      text_beside_calls: 1,
      ends_mid_loop: 1,
    });
    expect(turnsOf(user, ...more)).toMatchObject([
      { text: 'Done.\n\nWait.', calls: [{ id: 'c1' }] },
    ]);
  });

  test('two assistant messages in a row with a call between them, which stay apart', () => {
    const turns = turnsOf(user, asks(refund), done);
    expect(turns).toMatchObject([{ calls: [{ outcome: { kind: 'missing' } }] }, { text: 'Done.' }]);
    expect(irregularOf(user, asks(refund), done)).toEqual({
      consecutive_assistant_messages: 1,
      call_without_result: 1,
    });
  });

  test('a result without its call, and a second result', () => {
    expect(irregularOf(user, result, done)).toEqual({ result_without_call: 1 });
    const twice = [user, asks(refund), result, { ...result, content: 'again' }, done];
    expect(irregularOf(...twice)).toEqual({ repeated_result: 1 });
    expect(turnsOf(...twice)[0]?.calls[0]?.outcome).toEqual({ kind: 'result', content: 'ok' });
  });

  test('results in another order than their calls', () => {
    const other = { id: 'c2', name: 'mail', args: {} };
    const messages = [
      user,
      asks(refund, other),
      { ...result, tool_call_id: 'c2', content: 'sent' },
      result,
      done,
    ];
    expect(irregularOf(...messages)).toEqual({ results_out_of_order: 1 });
    expect(turnsOf(...messages)[0]?.calls.map(({ outcome }) => outcome)).toEqual([
      { kind: 'result', content: 'ok' },
      { kind: 'result', content: 'sent' },
    ]);
  });

  test.each([
    ['a text', { error: 'no money' }, 'no money'],
    ['an object', { error: { code: 7 } }, '{"code":7}'],
    ['a flag', { error: true, content: 'no money' }, 'no money'],
  ])('a tool error that is %s', (_, change, message) => {
    const messages = [user, asks(refund), { ...result, ...change }, done];
    expect(irregularOf(...messages)).toMatchObject({ tool_error: 1 });
    expect(turnsOf(...messages)[0]?.calls[0]?.outcome).toEqual({ kind: 'error', message });
  });

  test('no error where the error is empty or false', () => {
    expect(irregularOf(user, asks(refund), { ...result, error: '' }, done)).toEqual({});
    expect(irregularOf(user, asks(refund), { ...result, error: false }, done)).toEqual({});
  });

  test('endings with the user, in the middle of the loop, and with nothing said', () => {
    expect(irregularOf(user, done, user)).toEqual({ ends_with_user: 1 });
    expect(irregularOf(user, asks(refund), result)).toEqual({ ends_mid_loop: 1 });
    expect(irregularOf(user)).toEqual({ ends_with_user: 1, nothing_said: 1 });
    expect(irregularOf()).toEqual({ nothing_said: 1 });
    const endings = readRun({ messages: [user, done, user, asks(refund), result, user] }).chats.map(
      ({ ending }) => ending,
    );
    expect(endings).toEqual(['answer', 'calls', 'user']);
  });

  test('users who speak twice, cut the loop, or come too late', () => {
    expect(irregularOf(user, user, done)).toEqual({ consecutive_user_messages: 1 });
    expect(readRun({ messages: [user, user, done] }).chats[0]?.user).toHaveLength(2);
    expect(irregularOf(user, asks(refund), result, user, done)).toEqual({ loop_cut_by_user: 1 });
    expect(irregularOf(done, user, done)).toEqual({ assistant_first: 1 });
    expect(readRun({ messages: [done] }).chats[0]?.user).toEqual(['']);
  });

  test('system messages that come twice or late', () => {
    const run = readRun({ messages: [system, user, done, { role: 'developer', content: 'Now.' }] });
    expect(run.instructions).toBe('Be kind.\n\nNow.');
    expect(run.irregular).toEqual({ extra_system_message: 1 });
  });

  test('calls without id or name, and ids that repeat', () => {
    const nameless = { args: {} };
    const unnumbered = { ...result, tool_call_id: null };
    expect(irregularOf(user, asks(nameless), unnumbered, done)).toEqual({
      call_without_id: 1,
      call_without_name: 1,
    });
    expect(turnsOf(user, asks(nameless), unnumbered)[0]?.calls).toMatchObject([
      { id: 'call_0_0', name: 'unnamed_tool', outcome: { kind: 'result' } },
    ]);
    const twins = [
      user,
      asks(refund, refund),
      result,
      { ...result, content: 'second' },
      asks(refund),
      result,
      done,
    ];
    expect(irregularOf(...twins)).toEqual({ repeated_call_id: 2 });
    expect(turnsOf(...twins).map(({ calls }) => calls.map(({ id }) => id))).toEqual([
      ['c1', 'c1_2'],
      ['c1'],
      [],
    ]);
    expect(turnsOf(...twins)[0]?.calls[1]?.outcome).toEqual({ kind: 'result', content: 'second' });
  });

  test.each([
    ['missing', undefined, 'arguments_missing', '{}'],
    ['missing', '', 'arguments_missing', '{}'],
    ['not-object', [1], 'arguments_not_object', '[1]'],
    ['not-object', 'null', 'arguments_not_object', 'null'],
    ['unparseable', '{"a":', 'arguments_unparseable', '{"a":'],
  ])('arguments that are %s: %j', (form, args, kind, rawArguments) => {
    const messages = [user, asks({ ...refund, args }), result, done];
    expect(irregularOf(...messages)).toEqual({ [kind]: 1 });
    expect(turnsOf(...messages)[0]?.calls[0]).toMatchObject({ argumentsForm: form, rawArguments });
  });
});
