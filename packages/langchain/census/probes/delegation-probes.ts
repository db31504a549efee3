import type { EventName } from '@interpose/core';
import { canaries, type Probe } from '@interpose/testing/probes';
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { RemoteGraph } from '@langchain/langgraph/remote';

import { agentTool, hooksMiddleware } from '../../src/index.ts';
import { agentOf, loop } from './agent-probes.ts';
import { SayingModel } from './canary-model.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

/** The tool runs in its own gates, as other probes show: here it is the agent behind it that must not run. */
const asks = loop.filter((event) => event !== 'preToolCall');
const gates: readonly EventName[] = ['preDelegate', 'onDelegateResult'];

/** Agents behind the tools of another, agents that somebody else makes, and calls that reach no tool. */
export function delegationProbes(): readonly Probe[] {
  return [
    // What the user says here is the argument of the call too, which the messages keep.
    kitProbe('agentTool', [...asks.slice(2), ...gates], (kit) => {
      const own = agentTool(expertOf(kit), { name: 'refund', description: 'Pays.' });
      return agentOf(kit, { tools: [own] }).invoke(kit.question);
    }),
    kitProbe('agent.invoke in a tool', [...asks, ...gates], (kit) => asking(kit, expertOf(kit))),
    kitProbe('remote graph', [...asks, ...gates], (kit) => asking(kit, kit.hook(remote()))),
    kitProbe('remote graph that a run meets', [...asks, ...gates], (kit) => asking(kit, remote())),
    kitProbe('remote graph, streamed', [...asks, ...gates], (kit) => asking(kit, streamed)),
    kitProbe('hooksMiddleware', loop, (kit) => {
      const { hooks } = kit.run;
      const middleware = hooks === undefined ? [] : [hooksMiddleware(hooks)];
      const plain = { ...kit, createAgent: kit.sdk.createAgent };
      return agentOf(plain, { middleware }).invoke(kit.question);
    }),
    {
      ...kitProbe('unknown tool call', ['preRequest', 'onResponse'], (kit) =>
        agentOf(kit, { tools: [Object.assign(kit.refund, { name: 'other' })] }).invoke(
          kit.question,
        ),
      ),
      // The lowest version ends the run with an error of its own.
      runsOn: (version) => version !== '1.0.1',
    },
    kitProbe('invalid tool call', ['preRequest', 'onResponse'], async (kit) => {
      const schema = { type: 'object', required: ['to'] };
      const agent = agentOf(kit, { tools: [Object.assign(kit.refund, { schema })] });
      const { messages } = (await agent.invoke(kit.question)) as { messages: BaseMessage[] };
      // What LangChain tells the model of it has a stack trace in it.
      return messages.filter((message) => message.getType() !== 'tool');
    }),
  ];
}

interface Invocable {
  invoke(input: unknown): Promise<unknown>;
}

/** An agent whose tool asks another, and returns what that one says. */
function asking(kit: Kit, expert: Invocable): Promise<unknown> {
  const func = async (): Promise<unknown> => {
    const state = await expert.invoke({ messages: [new HumanMessage('Pay it out.')] });
    return (state as { readonly messages: readonly { readonly content: unknown }[] }).messages.at(
      -1,
    )?.content;
  };
  return agentOf(kit, { tools: [Object.assign(kit.refund, { func })] }).invoke(kit.question);
}

/** An agent that says what a tool returns in the other probes. */
function expertOf(kit: Kit): ReturnType<typeof agentOf> {
  return agentOf(kit, { model: new SayingModel(kit.run, canaries.toolResult), tools: [] });
}

/** One whose stream the app reads itself. */
const streamed: Invocable = {
  invoke: async (input) => (await drain(remote().stream(input, { streamMode: 'values' }))).at(-1),
};

/** A graph on another machine, whose client answers at once. */
function remote(): RemoteGraph {
  const messages = [new AIMessage({ content: canaries.toolResult, id: 'said' }).toDict().data];
  const client = {
    runs: {
      async *stream() {
        yield { event: 'values', data: { messages } };
      },
    },
  };
  return new RemoteGraph({ graphId: 'agent', client: client as never });
}
