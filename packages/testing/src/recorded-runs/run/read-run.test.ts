import { describe, expect, test } from 'vitest';
import { readRun } from './read-run.ts';
import { UnreadableRow } from '../rows/unreadable-row.ts';

const system = { role: 'system', content: 'Be kind.' };
const user = { role: 'user', content: 'Refund my mug' };
const done = { role: 'assistant', content: 'Done.' };
const result = { role: 'tool', content: 'ok', tool_call_id: 'c1', name: 'refund', error: null };
const asks = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const refund = { id: 'c1', name: 'refund', args: { amount: 5 } };

describe('readRun', () => {
  test('reads an agentdyn row', () => {
    const row = {
      model: 'm',
      suite: 'shopping',
      userTask: 'user_task_0',
      injectionTask: null,
      attack: null,
      utility: true,
    };
    const run = readRun({ ...row, messages: [system, user, asks(refund), result, done] });
    expect(run).toEqual({
      id: 'm / shopping / user_task_0',
      source: 'agentdyn',
      instructions: 'Be kind.',
      chats: [
        {
          user: ['Refund my mug'],
          turns: [
            {
              text: '',
              calls: [
                {
                  ...refund,
                  argumentsForm: 'object',
                  rawArguments: '{"amount":5}',
                  outcome: { kind: 'result', content: 'ok' },
                },
              ],
            },
            { text: 'Done.', calls: [] },
          ],
          ending: 'answer',
        },
      ],
      tools: ['refund'],
      irregular: {},
      metadata: row,
    });
  });

  test('reads a chat-completions trajectory and keeps the text of its arguments', () => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'refund', arguments: '{"amount": 5}' },
    };
    const run = readRun({
      task_id: 3,
      trial: 1,
      reward: 1,
      traj: [user, asks(call), result, done, user, done],
    });
    expect(run).toMatchObject({
      id: 'task_id 3 / trial 1',
      source: 'chat-completions',
      metadata: { reward: 1 },
    });
    expect(run).not.toHaveProperty('instructions');
    expect(run.chats).toHaveLength(2);
    expect(run.chats[0]?.turns[0]?.calls[0]).toMatchObject({
      args: { amount: 5 },
      rawArguments: '{"amount": 5}',
    });
  });

  test('tells the format by the calls where the row does not', () => {
    const call = { id: 'c1', function: { name: 'refund', arguments: '{}' } };
    expect(readRun({ messages: [user, asks(call), result] }).source).toBe('chat-completions');
    expect(readRun([user, done]).chats).toHaveLength(1);
  });

  test.each([
    ['no object', 'text', 'the row is neither an object nor a list of messages'],
    ['no messages', { model: 'm' }, 'the row has no list of messages under messages or traj'],
    ['a message that is no object', { messages: [user, 'x'] }, 'messages[1] is no object'],
    ['a message without role', { messages: [{ content: 'x' }] }, 'messages[0] has no role'],
    [
      'calls that are no list',
      { messages: [{ role: 'assistant', tool_calls: {} }] },
      'messages[0].tool_calls is no list',
    ],
    [
      'a call that is no object',
      { messages: [asks(refund, 'x' as never)] },
      'messages[0].tool_calls[1] is no object',
    ],
  ])('refuses a row with %s', (_, row, reason) => {
    expect(() => readRun(row)).toThrow(new UnreadableRow(reason));
  });
});
