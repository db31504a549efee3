import { createHooks, deny, modify, type Hooks } from '@interpose/core';
import {
  recordedTools,
  readRun,
  scriptedModel,
  scriptFromRun,
  type RecordedRun,
} from '@interpose/testing';
import { describe, expect, test } from 'vitest';

import type { TranscriptStep } from '../replay/transcript/transcript.ts';
import { aiSdk } from './ai-sdk.ts';
import type { Framework } from './framework.ts';
import { langchain } from './langchain.ts';
import { openai } from './openai.ts';

type Json = Readonly<Record<string, unknown>>;

interface Played {
  readonly chats: readonly (readonly TranscriptStep[])[];
  readonly requests: readonly Json[];
}

/** Plays every chat of a run; gives what happened and the last request of each chat. */
async function play(
  framework: Framework,
  run: RecordedRun,
  isStreamed: boolean,
  hooks: Hooks = createHooks(),
): Promise<Played> {
  await using server = await scriptedModel();
  const tools = recordedTools(run);
  const playChat = framework.begin({ run, hooks, session: { id: 's' }, isStreamed });
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

const nativeCall = { id: '1', type: 'function', function: { name: 'refund', arguments: '{}' } };

/** What differs in the request: how a framework writes instructions, and that it is not streamed. */
const cases = [
  [aiSdk, 'You work for a shop.', undefined],
  [langchain, [{ type: 'text', text: 'You work for a shop.' }], false],
  [openai, 'You work for a shop.', false],
] as const;

const modes = cases.flatMap(([framework, instructions, plain]) =>
  [false, true].map((isStreamed) => ({
    name: framework.name,
    mode: isStreamed ? 'streamed' : 'plain',
    framework,
    isStreamed,
    instructions,
    stream: isStreamed ? true : plain,
  })),
);

describe.each(modes)('a replay through $name, $mode', (mode) => {
  const { framework, isStreamed, instructions, stream } = mode;

  test('the agent says, calls and gets what was recorded', async () => {
    const { chats } = await play(framework, run, isStreamed);
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

  test('the model gets the whole conversation and open tools', async () => {
    const { requests } = await play(framework, run, isStreamed);
    const parameters = { type: 'object', additionalProperties: true };
    expect(requests.at(-1)).toMatchObject({
      model: 'gpt-4o',
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: 'Refund it.' },
        { role: 'assistant', content: 'At once.', tool_calls: [nativeCall] },
        { role: 'tool', tool_call_id: '1', content: expect.stringContaining('no money') },
        { role: 'assistant', content: 'I cannot.' },
        { role: 'user', content: 'Try again.' },
      ],
      tools: [{ type: 'function', function: { name: 'refund', parameters } }],
    });
    expect(requests.at(-1)?.['stream']).toBe(stream);
  });

  test('arguments that are no JSON are told as refused by the SDK', async () => {
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
    const { chats } = await play(framework, broken, isStreamed);
    expect(chats[0]?.[0]?.calls).toMatchObject([{ name: 'f', outcome: { kind: 'invalid' } }]);
    expect(chats[0]?.[1]?.text).toBe('Sorry.');
  });

  test('a call that a policy changes keeps its own result though the one before it is denied', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) =>
      call.args['cents'] === 1 ? deny('too little') : modify({ ...call, args: { cents: 3 } }),
    );
    const { chats } = await play(framework, twoCalls, isStreamed, hooks);
    expect(chats[0]?.[0]?.calls[1]).toMatchObject({
      id: '2',
      outcome: { kind: 'result', result: 'paid two' },
    });
  });
});

const twoCalls = readRun({
  messages: [
    { role: 'user', content: 'Refund both.' },
    {
      role: 'assistant',
      tool_calls: [
        { id: '1', name: 'refund', args: { cents: 1 } },
        { id: '2', name: 'refund', args: { cents: 2 } },
      ],
    },
    { role: 'tool', tool_call_id: '1', content: 'paid one' },
    { role: 'tool', tool_call_id: '2', content: 'paid two' },
    { role: 'assistant', content: 'Done.' },
  ],
});
