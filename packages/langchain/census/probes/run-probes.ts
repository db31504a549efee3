import { canaries, type Probe } from '@interpose/testing/probes';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';

import { agentOf, loop } from './agent-probes.ts';
import { kitProbe } from './probe-kit.ts';

const thread = { configurable: { thread_id: 'thread' } };

const leftEarly = kitProbe(
  'stream left early',
  ['preRequest', 'onResponse'],
  async (kit) => {
    const seen: unknown[] = [];
    for await (const part of await agentOf(kit).stream(kit.question)) {
      seen.push(part);
      break;
    }
    return seen;
  },
  'text',
);

/** Runs that pause, are cancelled or are left. */
export function runProbes(): readonly Probe[] {
  return [
    kitProbe('interrupt and resume', loop, async (kit) => {
      const pause = async (args: unknown): Promise<unknown> => {
        const answer: unknown = interrupt('May I?');
        kit.run.toolRan('refund', args);
        return { paid: canaries.toolResult, answer };
      };
      const tools = [Object.assign(kit.refund, { func: pause })];
      const agent = agentOf(kit, { tools, checkpointer: new MemorySaver() });
      const paused = await agent.invoke(kit.question, thread);
      return {
        paused: Object.keys(paused as object),
        resumed: await agent.invoke(new Command({ resume: 'yes' }), thread),
      };
    }),
    kitProbe('cancelled in a tool', ['preRequest', 'onResponse', 'preToolCall'], async (kit) => {
      const controller = new AbortController();
      const leave = async (args: unknown): Promise<string> => {
        kit.run.toolRan('refund', args);
        controller.abort(new Error('enough'));
        return 'left';
      };
      const tools = [Object.assign(kit.refund, { func: leave })];
      return agentOf(kit, { tools })
        .invoke(kit.question, { signal: controller.signal })
        .catch((error: unknown) => error);
    }),
    leftEarly,
  ];
}
