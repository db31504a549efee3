import { createOpenAI } from '@ai-sdk/openai';
import { withHooks as withAiSdk } from '@interpose/ai-sdk';
import type { AgentIdentity, Hooks, Trace, User } from '@interpose/core';
import { withHooks as withLangchain } from '@interpose/langchain';
import { withHooks as withOpenai } from '@interpose/openai';
import { withHooks as withOpenaiAgents } from '@interpose/openai-agents';
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { Agent, Runner, tool as agentsTool } from '@openai/agents-core';
import { OpenAIResponsesModel, webSearchTool } from '@openai/agents-openai';
import { tool, ToolLoopAgent } from 'ai';
import { createAgent, tool as langchainTool } from 'langchain';
import OpenAI from 'openai';
import type { RunnableToolFunctionWithoutParse } from 'openai/lib/RunnableFunction';
import { z } from 'zod';

/** What `withHooks` of every adapter takes. */
export interface Told {
  readonly agent?: Partial<AgentIdentity>;
  readonly user?: User;
  readonly trace?: Trace;
}

/** A hooked agent, as its SDK makes it, and how it is asked. */
export interface SdkAgent {
  readonly target: object;
  readonly ask: (question: string) => Promise<unknown>;
}

/** Makes an agent with two tools, of which a model on this machine may use `find_order`. */
export type MakeAgent = (hooks: Hooks, baseURL: string, told?: Told) => SdkAgent;

const instructions = 'You are the support agent of a small shop.';
const order = z.object({ id: z.string().describe('As printed on the parcel.') });
const described = { name: 'find_order', description: 'Finds an order.' };

/** The same agent once per SDK, with all that this SDK lets an agent have. */
export const sdkAgents: ReadonlyMap<string, MakeAgent> = new Map<string, MakeAgent>([
  ['ai-sdk', makeAiSdk],
  ['langchain', makeLangchain],
  ['openai-agents', makeOpenaiAgents],
  ['openai', makeOpenai],
]);

function makeAiSdk(hooks: Hooks, baseURL: string, told?: Told): SdkAgent {
  const provider = createOpenAI({ baseURL, apiKey: 'none' });
  const { name, description } = described;
  const agent = withAiSdk(
    new ToolLoopAgent({
      id: 'support',
      model: provider.responses('scripted'),
      instructions,
      tools: {
        [name]: tool({ description, inputSchema: order, execute: ({ id }) => `${id}: a mug` }),
        web_search: provider.tools.webSearch(),
      },
    }),
    hooks,
    told,
  );
  return { target: agent, ask: (prompt) => agent.generate({ prompt }) };
}

function makeLangchain(hooks: Hooks, baseURL: string, told?: Told): SdkAgent {
  const agent = withLangchain(
    createAgent,
    hooks,
    told,
  )({
    name: 'support',
    model: new ChatOpenAI({
      model: 'scripted',
      apiKey: 'none',
      useResponsesApi: true,
      configuration: { baseURL },
    }),
    systemPrompt: instructions,
    tools: [
      langchainTool(({ id }: { id: string }) => `${id}: a mug`, { ...described, schema: order }),
      { type: 'web_search' },
    ],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: 'thread' } };
  return {
    target: agent,
    ask: (content) => agent.invoke({ messages: [{ role: 'user', content }] }, config),
  };
}

function makeOpenaiAgents(hooks: Hooks, baseURL: string, told?: Told): SdkAgent {
  const agent = new Agent({
    name: 'support',
    model: new OpenAIResponsesModel(new OpenAI({ baseURL, apiKey: 'none' }), 'scripted'),
    instructions,
    tools: [
      agentsTool({ ...described, parameters: order, execute: ({ id }) => `${id}: a mug` }),
      webSearchTool(),
    ],
    handoffs: [new Agent({ name: 'complaints' })],
  });
  const target = withOpenaiAgents(agent, hooks, told);
  const runner = new Runner({ tracingDisabled: true });
  return { target, ask: (question) => runner.run(target, question) };
}

function makeOpenai(hooks: Hooks, baseURL: string, told?: Told): SdkAgent {
  const client = withOpenai(new OpenAI({ baseURL, apiKey: 'none' }), hooks, told);
  const findOrder: RunnableToolFunctionWithoutParse = {
    type: 'function',
    function: {
      ...described,
      parameters: z.toJSONSchema(order) as Record<string, unknown>,
      function: () => 'A-7: a mug',
    },
  };
  const ask = async (content: string): Promise<unknown> => {
    await client.chat.completions
      .runTools({
        model: 'scripted',
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content },
        ],
        tools: [findOrder],
      })
      .finalContent();
    return client.responses.create({ model: 'scripted', input: content });
  };
  return { target: client, ask };
}
