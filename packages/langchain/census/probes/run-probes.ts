import { canaries, type Probe } from '@interpose/testing/probes';
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { createMiddleware } from 'langchain';

import { agentOf, loop } from './agent-probes.ts';
import { kitProbe, type Kit } from './probe-kit.ts';

const final = canaries.finalText;
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

/** The tool that a middleware answers for never runs, and so gets no changed arguments. */
const answered = loop.filter((event) => event !== 'preToolCall');

const answeredCall = kitProbe('wrapToolCall that answers', answered, (kit) => {
  const middleware = createMiddleware({
    name: 'Answers',
    wrapToolCall: async ({ toolCall }) =>
      new ToolMessage({ content: canaries.toolResult, tool_call_id: toolCall.id! }),
  });
  return agentOf(kit, { middleware: [middleware] }).invoke(kit.question);
});

function answerIn(phase: string): Probe {
  const app = (kit: Kit): unknown => {
    const hook = (state: unknown): object => {
      kit.run.requested(state);
      const message = new AIMessage({ content: canaries.finalText, id: 'said' });
      return { messages: [message], jumpTo: 'end' };
    };
    const middleware = createMiddleware({ name: 'Says', [phase]: { hook, canJumpTo: ['end'] } });
    return agentOf(kit, { middleware: [middleware] }).invoke(kit.question);
  };
  return kitProbe(`answer: ${phase}`, ['onAgentResponse'], app, 'text');
}

/** The forms in which LangChain takes an answer in place of the model's. */
const forms: Readonly<Record<string, object>> = {
  'a plain object': { afterModel: () => ({ messages: [{ role: 'assistant', content: final }] }) },
  'a pair': { afterModel: () => ({ messages: [['ai', final]] }) },
  'a command': {
    wrapModelCall: async () => new Command({ update: { messages: [new AIMessage(final)] } }),
  },
};

function answerAs(form: string): Probe {
  const app = (kit: Kit): unknown => {
    kit.run.requested(kit.question);
    const middleware = createMiddleware({ name: 'Says', ...forms[form] });
    return agentOf(kit, { model: kit.whole, middleware: [middleware] }).invoke(kit.question);
  };
  return kitProbe(`answer: ${form}`, ['onAgentResponse'], app, 'text');
}

/** Runs that pause, are cancelled, are left, or are answered in place of the model or a tool. */
export function runProbes(): readonly Probe[] {
  return [
    answeredCall,
    ...['beforeModel', 'beforeAgent', 'afterModel', 'afterAgent'].map(answerIn),
    ...Object.keys(forms).map(answerAs),
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
