import { createHooks } from '@interpose/core';

import type { FuzzAnswer, FuzzApp, FuzzTarget } from '../../src/fuzz/index.ts';
import { fakeHost, type Cycles, type FakeModel, type FakePart } from '../../src/index.ts';

/** The fake host to fuzz; broken cycles make a broken host, to see that its fault is found. */
export function fakeTarget(cycles?: Cycles): FuzzTarget {
  return {
    name: 'fake-host',
    version: '1.0.0',
    kinds: [
      {
        name: 'run',
        entries: ['fakeHost'],
        modes: ['plain', 'streamed'],
        events: [
          'onUserMessage',
          'preRequest',
          'onResponseDelta',
          'onResponse',
          'onRequestError',
          'preToolCall',
          'onToolCallResult',
          'onToolCallError',
          'onAgentResponse',
        ],
        tools: ['sync', 'async', 'class', 'slow', 'throws', 'rejects', 'odd'],
        open: (app) => open(app, cycles),
      },
    ],
  };
}

function open(app: FuzzApp, cycles: Cycles | undefined): () => Promise<unknown> {
  const { hooks = createHooks(), tools, signal } = app;
  const host = fakeHost({
    hooks,
    model: modelOf(app),
    tools: tools.map(({ name, run }) => ({ name, run: (args) => run(args) })),
    ...(cycles === undefined || app.hooks === undefined ? {} : { cycles }),
  });
  const call = signal === undefined ? {} : { signal };
  return async () => {
    if (app.mode === 'plain') return host.run(app.prompt, call);
    const { parts, end } = host.stream(app.prompt, call);
    return { parts: await app.read(parts), end: await end };
  };
}

function modelOf({ answer }: FuzzApp): FakeModel {
  return {
    async answer(request, signal) {
      const given = await answer(request, signal);
      if (given.end !== 'whole') throw new Error(given.problem);
      return {
        said: given.text.join(''),
        thought: given.thought.join(''),
        calls: callsOf(given),
        stop: given.calls.length > 0 ? 'calls' : 'end',
      };
    },
    async stream(request, signal) {
      const given = await answer(request, signal);
      if (given.end === 'failure') throw new Error(given.problem);
      return streamOf(partsOf(given));
    },
  };
}

function callsOf({ calls }: FuzzAnswer): { key: string; tool: string; input: string }[] {
  return calls.map(({ id, name, input }) => ({ key: id, tool: name, input }));
}

async function* partsOf(given: FuzzAnswer): AsyncGenerator<FakePart, void> {
  yield { type: 'open' };
  for (const chunk of given.thought) yield { type: 'thought', block: 'thought', chunk };
  if (given.thought.length > 0) yield { type: 'closed', block: 'thought' };
  for (const chunk of given.text) yield { type: 'said', block: 'said', chunk };
  if (given.end === 'cut') throw new Error(given.problem);
  if (given.text.length > 0) yield { type: 'closed', block: 'said' };
  for (const call of callsOf(given)) yield { type: 'call', call };
  yield { type: 'end', stop: given.calls.length > 0 ? 'calls' : 'end' };
}

function streamOf(parts: AsyncGenerator<FakePart, void>): ReadableStream<FakePart> {
  return new ReadableStream({
    async pull(out) {
      const { done, value } = await parts.next();
      if (done === true) out.close();
      else out.enqueue(value);
    },
  });
}
