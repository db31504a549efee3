import { createHooks } from '@interpose/core';
import {
  recordedTools,
  readRun,
  scriptedModel,
  scriptFromRun,
  type RecordedRun,
} from '@interpose/testing';
import { expect, test } from 'vitest';
import type { TranscriptStep } from '../replay/transcript/transcript.ts';
import { openai } from './openai.ts';

type Json = Readonly<Record<string, unknown>>;

/** Plays every chat of a run; gives what happened and the last request of each chat. */
async function play(
  run: RecordedRun,
  isStreamed: boolean,
): Promise<{ chats: (readonly TranscriptStep[])[]; requests: Json[] }> {
  await using server = await scriptedModel();
  const tools = recordedTools(run);
  const hooks = createHooks();
  const playChat = openai.begin({ run, hooks, session: { id: 's' }, isStreamed });
  const [chats, requests]: [(readonly TranscriptStep[])[], Json[]] = [[], []];
  for (const [chat, recorded] of run.chats.entries()) {
    const { baseURL, requests: seen } = server.chat(scriptFromRun(run, chat));
    const signal = new AbortController().signal;
    const callTool = (name: string, callId: string, args: unknown): string =>
      tools.get(name)?.({ chat, callId, args }) ?? '';
    chats.push(await playChat({ recorded, baseURL, signal, fetch, callTool }));
    requests.push(seen.at(-1)?.body as Json);
  }
  return { chats, requests };
}

const run = readRun({
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'You work for a shop.' },
    { role: 'user', content: 'Refund it.' },
    { role: 'assistant', content: 'At once.', tool_calls: [{ id: '1', name: 'refund', args: {} }] },
    { role: 'tool', tool_call_id: '1', content: '', error: 'no money' },
    { role: 'assistant', content: 'I cannot.' },
    { role: 'user', content: 'Try again.' },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'refund', args: {} }] },
    { role: 'tool', tool_call_id: '1', content: 'done' },
  ],
});

const call = { id: '1', type: 'function', function: { name: 'refund', arguments: '{}' } };

test.each([
  ['plain', false],
  ['streamed', true],
])('%s: the agent says, calls and gets what was recorded', async (_, isStreamed) => {
  const { chats } = await play(run, isStreamed);
  const refund = { id: '1', name: 'refund', args: {} };
  const refused = { ...refund, outcome: { kind: 'error', message: 'no money' } };
  const done = { ...refund, outcome: { kind: 'result', result: 'done' } };
  expect(chats).toEqual([
    [
      { text: 'At once.', calls: [refused] },
      { text: 'I cannot.', calls: [] },
    ],
    [{ text: '', calls: [done] }],
  ]);
});

test.each([
  ['plain', false],
  ['streamed', true],
])('%s: the model gets the whole conversation and open tools', async (_, isStreamed) => {
  const { requests } = await play(run, isStreamed);
  expect(requests.at(-1)).toMatchObject({
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'You work for a shop.' },
      { role: 'user', content: 'Refund it.' },
      { role: 'assistant', content: 'At once.', tool_calls: [call] },
      { role: 'tool', tool_call_id: '1', content: expect.stringContaining('no money') },
      { role: 'assistant', content: 'I cannot.' },
      { role: 'user', content: 'Try again.' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'refund', parameters: { type: 'object', additionalProperties: true } },
      },
    ],
  });
  expect(requests.at(-1)?.['stream']).toBe(isStreamed);
});

test.each([
  ['plain', false],
  ['streamed', true],
])('%s: arguments that are no JSON are told as refused by the SDK', async (_, isStreamed) => {
  const broken = readRun({
    messages: [
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{"a' } }],
      },
      { role: 'tool', tool_call_id: '1', content: 'bad arguments' },
      { role: 'assistant', content: 'Sorry.' },
    ],
  });
  const { chats } = await play(broken, isStreamed);
  expect(chats[0]?.[0]?.calls).toMatchObject([{ name: 'f', outcome: { kind: 'invalid' } }]);
  expect(chats[0]?.[1]?.text).toBe('Sorry.');
});
