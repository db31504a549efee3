import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import type { Probe } from '@interpose/testing/probes';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

/** Runs that end in another way than with a whole answer, or that show what hooks put beside them. */
export function endingProbes(): readonly Probe[] {
  return [
    silent('a model that is aborted before it is asked', ['onResponse'], abortedBefore),
    silent('a model that fails after its first words', ['onResponse'], brokenOff),
    { ...silent('a tool that gives pieces', ['onToolCallResult'], inPieces), runsOn: knowsPieces },
    silent('a graph without callbacks', ['onResponse'], withoutCallbacks),
  ];
}

function silent(name: string, asks: Probe['asks'], app: (kit: Kit) => unknown): Probe {
  return { ...kitProbe(name, asks, app), modes: [] };
}

async function abortedBefore({ hook, run }: Kit): Promise<unknown> {
  run.requested();
  const model = hook(new PlainModel('Hello.'));
  const asking = model.invoke('Go', { signal: AbortSignal.abort() });
  const afterAbort = await asking.then(({ text }) => text, String);
  return { afterAbort };
}

async function brokenOff({ hook, run }: Kit): Promise<unknown> {
  run.requested();
  const broken = Object.assign(new PlainModel('Hello.'), {
    async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
      yield new ChatGenerationChunk({ text: 'Ten', message: new AIMessageChunk('Ten') });
      throw new Error('overloaded');
    },
  });
  return { besideFailure: (await drain(hook(broken).stream('Go'))).map(String) };
}

/** Only later versions tell what a tool says before its result. */
const knowsPieces = (version: string): boolean => !version.startsWith('1.0.');

async function* pieces(): AsyncGenerator<string> {
  yield 'paying';
  yield 'paid';
}

async function inPieces({ createAgent, run, question }: Kit): Promise<unknown> {
  run.requested();
  const about = { name: 'refund', description: 'Pays.', schema: { type: 'object' } } as const;
  const refund = tool(pieces as never, about);
  const agent = createAgent({ model: new PlainModel(callOf('refund'), 'Done.'), tools: [refund] });
  const told = await drain(agent.stream(question, { streamMode: ['tools'] as never }));
  return { pieces: told.map((each) => JSON.stringify(each).includes('on_tool_event')) };
}

async function withoutCallbacks({ hook, run, question }: Kit): Promise<unknown> {
  run.requested();
  const model = hook(new PlainModel('Hello.'));
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('ask', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addEdge(START, 'ask')
    .compile();
  const { messages } = await hook(graph).invoke(question);
  return { hasIdOfRun: messages.at(-1)?.id?.startsWith('run-') };
}
