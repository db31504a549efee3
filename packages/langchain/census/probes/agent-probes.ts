import type { EventName } from '@interpose/core';
import type { Probe } from '@interpose/testing/probes';
import { InMemoryStore, MemorySaver } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createMiddleware } from 'langchain';

import { drain, kitProbe, type Kit } from './probe-kit.ts';

/** What every loop of model and tools asks. */
export const loop: readonly EventName[] = [
  'onUserMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
  'preToolCall',
  'onToolCallResult',
];

const deltas: readonly EventName[] = [...loop, 'onResponseDelta'];

/** Agents of the two factories, run in every way. */
export function agentProbes(): readonly Probe[] {
  return [...wholeProbes(), ...streamProbes(), ...partProbes()];
}

/** An agent of `createAgent`, typed by what the probes call. */
interface Agent {
  invoke(input: unknown, config?: object): Promise<unknown>;
  stream(input: unknown, config?: object): Promise<AsyncIterable<unknown>>;
  streamEvents(input: unknown, config: object): unknown;
  batch(inputs: readonly unknown[], config?: object): Promise<unknown>;
  withConfig(config: object): Agent;
  getState?(config: object): Promise<{ readonly values: unknown }>;
  readonly graph: Agent;
}

/** An agent of `createAgent` with the model and the tool of the kit. */
export function agentOf({ createAgent, model, refund }: Kit, options: object = {}): Agent {
  const make = createAgent as unknown as (params: object) => Agent; // Typed by its tools and its state, which differ here.
  return make({ model, tools: [refund], ...options });
}

function wholeProbes(): readonly Probe[] {
  return [
    kitProbe('agent.invoke', loop, (kit) => agentOf(kit).invoke(kit.question, kit.listening)),
    kitProbe('agent of a whole model', loop, (kit) =>
      agentOf(kit, { model: kit.whole }).invoke(kit.question, kit.listening),
    ),
    kitProbe('agent.graph', loop, async (kit) => ({
      alone: await agentOf(kit).graph.invoke(kit.question, kit.listening),
      batch: await agentOf(kit).graph.batch([kit.question, kit.question]),
    })),
    kitProbe('agent.withConfig', loop, (kit) =>
      agentOf(kit).graph.withConfig(kit.listening).invoke(kit.question),
    ),
    kitProbe('withHooks(agent)', loop, ({ hook, ...kit }) => {
      const plain = { ...kit, hook, createAgent: kit.sdk.createAgent };
      return hook(agentOf(plain)).invoke(kit.question, kit.listening);
    }),
    kitProbe('createReactAgent', loop, ({ hook, model, refund, question, listening }) =>
      hook(createReactAgent)({ llm: model, tools: [refund] }).invoke(question, listening),
    ),
  ];
}

function streamProbes(): readonly Probe[] {
  const modes = ['values', 'updates', 'messages', 'custom', 'debug'];
  return [
    kitProbe('agent.stream', deltas, (kit) =>
      drain(agentOf(kit).stream(kit.question, { ...kit.listening, streamMode: modes })),
    ),
    kitProbe('createReactAgent, streamed', deltas, ({ hook, model, refund, question }) =>
      drain(
        hook(createReactAgent)({ llm: model, tools: [refund] }).stream(question, {
          streamMode: modes as never,
        }),
      ),
    ),
    ...['v1', 'v2'].map((version) =>
      kitProbe(`agent.streamEvents ${version}`, deltas, async (kit) => {
        const agent = version === 'v1' ? agentOf(kit).graph : agentOf(kit);
        const events = await drain(agent.streamEvents(kit.question, { version }));
        return events.map(withoutIds);
      }),
    ),
    {
      ...kitProbe('agent.streamEvents v3', deltas, async (kit) => {
        const run = await agentOf(kit).streamEvents(kit.question, { version: 'v3' });
        const { output, messages } = run as Readonly<Record<string, unknown>>;
        const texts: unknown[] = [];
        for (const message of await drain(messages))
          texts.push(await drain((message as { text: unknown }).text));
        return { texts, output: await Promise.resolve(output).catch((error: unknown) => error) };
      }),
      runsOn: (version) => version !== '1.0.1',
    },
  ];
}

type Dict = Readonly<Record<string, unknown>>;

/** An event without the ids that differ from run to run. */
function withoutIds(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || event instanceof Error) return event;
  const { run_id: _run, parent_ids: _parents, metadata: _metadata, ...rest } = event as Dict;
  return rest;
}

const thread = { configurable: { thread_id: 'thread' } };

function partProbes(): readonly Probe[] {
  return [...memoryProbes(), ...middlewareProbes()];
}

function memoryProbes(): readonly Probe[] {
  return [
    kitProbe('agent with memory', loop, async (kit) => {
      const [checkpointer, store] = [new MemorySaver(), new InMemoryStore()];
      const agent = agentOf(kit, { checkpointer, store });
      const result = await agent.invoke(kit.question, thread).catch((error: unknown) => error);
      return { result, store, state: await stateOf(agent), kept: new Set([checkpointer]) };
    }),
    kitProbe(
      'agent with returnDirect',
      ['onUserMessage', ...loop.slice(1, 3), 'preToolCall'],
      (kit) =>
        agentOf(kit, { tools: [Object.assign(kit.refund, { returnDirect: true })] }).invoke(
          kit.question,
        ),
    ),
  ];
}

function middlewareProbes(): readonly Probe[] {
  return [
    kitProbe('wrapModelCall', loop, (kit) => {
      const middleware = createMiddleware({
        name: 'Swap',
        wrapModelCall: async (request, handler) => {
          const answer = await handler({ ...request, model: kit.model as never });
          kit.run.note('wrapModelCall', answer);
          return answer;
        },
      });
      return agentOf(kit, { model: kit.whole, middleware: [middleware] }).invoke(kit.question);
    }),
    kitProbe('wrapToolCall', loop, (kit) => {
      const middleware = createMiddleware({
        name: 'Notes',
        wrapToolCall: async (request, handler) => {
          const answer = await handler(request);
          kit.run.note('wrapToolCall', answer);
          return answer;
        },
      });
      return agentOf(kit, { middleware: [middleware] }).invoke(kit.question);
    }),
    kitProbe('afterModel', loop, (kit) => {
      const middleware = createMiddleware({
        name: 'Looks',
        beforeModel: (state) => kit.run.note('beforeModel', [...state.messages]),
        afterModel: (state) => kit.run.note('afterModel', [...state.messages]),
        afterAgent: (state) => kit.run.note('afterAgent', [...state.messages]),
      });
      return agentOf(kit, { middleware: [middleware] }).invoke(kit.question);
    }),
  ];
}

async function stateOf({ graph }: Agent): Promise<unknown> {
  return (await graph.getState?.(thread))?.values;
}
