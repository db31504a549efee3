import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { HumanMessage } from '@langchain/core/messages';
import { tool, type DynamicStructuredTool } from '@langchain/core/tools';
import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';
import * as langchain from 'langchain';

import { withHooks, type Hookable } from '../../src/index.ts';
import { CanaryModel, StreamingCanaryModel, type Script } from './canary-model.ts';

/** What an app of a probe works with. */
export interface Kit {
  /** `createAgent`, hooked unless this is the run without hooks. */
  readonly createAgent: typeof langchain.createAgent;
  /** The module as it is. */
  readonly sdk: typeof langchain;
  readonly model: CanaryModel;
  /** A model that answers whole only. */
  readonly whole: CanaryModel;
  readonly refund: DynamicStructuredTool;
  readonly run: ProbeRun;
  /** Hooks something; the thing itself in the run without hooks. */
  readonly hook: <T extends Hookable>(target: T) => T;
  /** A question, as most calls want it. */
  readonly question: { readonly messages: HumanMessage[] };
  /** Options that note what callbacks are told. */
  readonly listening: { readonly callbacks: BaseCallbackHandler[] };
}

/** Makes a probe whose app is given a kit. */
export function kitProbe(
  name: string,
  asks: Probe['asks'],
  app: (kit: Kit) => unknown,
  script: Script = 'calls',
): Probe {
  return { name, asks, app: async (run) => app(openKit(run, script)) };
}

function openKit(run: ProbeRun, script: Script): Kit {
  const { hooks } = run;
  const hook: Kit['hook'] = (target) => (hooks === undefined ? target : withHooks(target, hooks));
  return {
    createAgent: hook(langchain.createAgent),
    sdk: langchain,
    model: new StreamingCanaryModel(run, script),
    whole: new CanaryModel(run, script),
    refund: refundTool(run),
    run,
    hook,
    question: { messages: [new HumanMessage({ content: 'Pay me.', id: 'question' })] },
    listening: { callbacks: [handlerOf(run)] },
  };
}

/** A tool that tells that it ran, and returns a canary. */
function refundTool(run: ProbeRun): DynamicStructuredTool {
  const act = (args: object): object => {
    run.toolRan('refund', args);
    return { paid: canaries.toolResult };
  };
  const schema = { type: 'object', properties: { euros: { type: 'number' } } } as const;
  return tool(act as never, { name: 'refund', description: 'Pays money back.', schema });
}

/** What a callback is told that comes from a model or a tool; the rest tells how the SDK works inside. */
const told = [
  'handleLLMNewToken',
  'handleLLMEnd',
  'handleLLMError',
  'handleToolStart',
  'handleToolEnd',
  'handleToolError',
  'handleChainEnd',
  'handleChainError',
  'handleCustomEvent',
  'handleRetrieverEnd',
  'handleRetrieverError',
];

function handlerOf(run: ProbeRun): BaseCallbackHandler {
  const methods = told.map((name) => [
    name,
    (...[first, second]: readonly unknown[]) => {
      // Only the first things that are told are the same in every run: ids follow them.
      run.note(name, name === 'handleToolStart' ? second : first);
    },
  ]);
  const handler = BaseCallbackHandler.fromMethods(Object.fromEntries(methods) as object);
  return Object.assign(handler, { awaitHandlers: true });
}

/** Reads a stream to its end, errors included. */
export async function drain(stream: unknown): Promise<unknown[]> {
  const chunks: unknown[] = [];
  try {
    for await (const chunk of (await stream) as AsyncIterable<unknown>) chunks.push(chunk);
  } catch (error) {
    chunks.push(error);
  }
  return chunks;
}
