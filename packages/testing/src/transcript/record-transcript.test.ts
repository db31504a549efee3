import { createHooks, deny, type Hooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { fakeHost } from '../fake-host/index.ts';
import { inCallOrder } from './in-call-order.ts';
import { recordTranscript } from './record-transcript.ts';

const twoCalls = [
  {
    kind: 'answer',
    calls: [
      { id: 'x-91', name: 'slow', args: { n: 1 } },
      { id: 'x-17', name: 'fast', args: { n: 2 } },
    ],
  },
  { kind: 'answer', text: ['Do', 'ne.'] },
] as const;

function agent(hooks: Hooks, slowMs = 0) {
  return fakeHost({
    hooks,
    model: twoCalls,
    tools: [
      { name: 'slow', run: () => new Promise((resolve) => setTimeout(resolve, slowMs, 'late')) },
      { name: 'fast', run: () => 'early' },
    ],
  });
}

test('two runs of the same scenario give the same transcript, whatever ids they used', async () => {
  const texts: string[] = [];
  for (const _ of [1, 2]) {
    const hooks = createHooks();
    const transcript = recordTranscript(hooks);
    await agent(hooks).run('Go.');
    await hooks.close();
    texts.push(transcript.text());
  }
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toContain('c1 preToolCall #0 call1 tool="slow" args={"n":1}');
});

test('plain and streamed runs give the same transcript, since deltas are left out', async () => {
  const [plain, streamed] = [createHooks(), createHooks()];
  const transcripts = [plain, streamed].map((hooks) => recordTranscript(hooks));
  await agent(plain).run('Go.');
  const running = agent(streamed).stream('Go.');
  for await (const _ of running.parts);
  await plain.close();
  await streamed.close();
  expect(transcripts[1]?.text()).toBe(transcripts[0]?.text());
});

test('deltas are taken down when asked for', async () => {
  const hooks = createHooks();
  const transcript = recordTranscript(hooks, { deltas: 'included' });
  const running = agent(hooks).stream('Go.');
  for await (const _ of running.parts);
  await hooks.close();
  const deltas = transcript.events.filter(({ event }) => event === 'onResponseDelta');
  expect(
    deltas
      .filter(({ detail }) => detail['channel'] === 'text')
      .map(({ detail }) => detail['delta']),
  ).toEqual(['Do', 'ne.']);
});

test('calls that settle out of order compare in the order the model asked', async () => {
  const hooks = createHooks();
  const transcript = recordTranscript(hooks);
  await agent(hooks, 30).run('Go.');
  await hooks.close();
  const results = (events: typeof transcript.events) =>
    events.filter(({ event }) => event === 'onToolCallResult').map(({ detail }) => detail['tool']);
  expect(results(transcript.events)).toEqual(['fast', 'slow']);
  expect(results(inCallOrder(transcript.events))).toEqual(['slow', 'fast']);
  expect(inCallOrder(transcript.events)).toHaveLength(transcript.events.length);
});

test('decisions are told without their payload, and stop ends the recording', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('not now', { code: 'late' }), {
    tool: 'slow',
    name: 'clock',
  });
  const transcript = recordTranscript(hooks);
  await agent(hooks).run('Go.');
  await hooks.flush();
  expect(transcript.records.filter(({ decision }) => decision === 'deny')).toEqual([
    {
      event: 'preToolCall',
      chat: 'c1',
      tool: 'slow',
      decision: 'deny',
      by: ['clock'],
      codes: ['late'],
      changed: false,
      mode: 'enforce',
    },
  ]);
  expect(transcript.text()).toContain('  c1 preToolCall slow deny by clock [late]');
  const before = transcript.events.length;
  transcript.stop();
  await agent(hooks).run('Go.');
  await hooks.close();
  expect(transcript.events).toHaveLength(before);
});
