import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTools } from '../script/call-tools.ts';
import { say } from '../script/say.ts';
import type { ScriptEntry } from '../script/script.ts';
import { scriptedModel, type ScriptedModel } from '../scripted-model.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

const clientOf = (entries: readonly ScriptEntry[]): OpenAI =>
  new OpenAI({ baseURL: server.chat(entries).baseURL, apiKey: 'any', maxRetries: 0 });

const request = { model: 'gpt-4o', input: 'Hello' };

async function eventsOf(
  entries: readonly ScriptEntry[],
): Promise<OpenAI.Responses.ResponseStreamEvent[]> {
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  const stream = await clientOf(entries).responses.create({ ...request, stream: true });
  for await (const event of stream) events.push(event);
  return events;
}

describe('a stream of responses', () => {
  test('sends the events of every item in the order and numbering of the service', async () => {
    const entry = {
      ...callTools({ name: 'refund', id: 'r1', rawArguments: '{}' }),
      text: ['Wa', 'it'],
      reasoning: ['Hm'],
    };
    const events = await eventsOf([entry]);
    expect(events.map(({ sequence_number: number }) => number)).toEqual(
      events.map((_, index) => index),
    );
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ]);
    expect(events[15]).toMatchObject({
      output_index: 2,
      item: { call_id: 'r1', arguments: '', status: 'in_progress' },
    });
    expect(events.at(-1)).toMatchObject({
      response: { status: 'completed', output: [{}, {}, {}], usage: {} },
    });
  });

  test('sends a refusal by its own events, and an incomplete end', async () => {
    const events = await eventsOf([
      { kind: 'answer', refusal: ['N', 'o'], finish: 'content_filter' },
    ]);
    const types = events.map(({ type }) => type);
    expect(types).toContain('response.refusal.delta');
    expect(types).toContain('response.refusal.done');
    expect(types.at(-1)).toBe('response.incomplete');
  });

  test('breaks with an error event, then a failed response', async () => {
    const { baseURL } = server.chat([
      { kind: 'failure', status: 500, message: 'Lost it.', afterChunks: 1 },
      say(['a', 'b']),
    ]);
    const headers = { authorization: 'Bearer any' };
    const body = JSON.stringify({ ...request, stream: true });
    const answer = await fetch(`${baseURL}/responses`, { method: 'POST', headers, body });
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '));
    const events: unknown[] = lines.map((line) => JSON.parse(line.slice(6)) as unknown);
    expect(events.slice(-3)).toMatchObject([
      { type: 'response.output_text.delta', delta: 'a' },
      { type: 'error', message: 'Lost it.', code: 'server_error', sequence_number: 5 },
      {
        type: 'response.failed',
        response: { status: 'failed', error: { message: 'Lost it.' } },
        sequence_number: 6,
      },
    ]);
  });
});
