import { withHooks } from '@interpose/langchain';
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, createMiddleware, tool, type AgentMiddleware } from 'langchain';
import type { CallOutcome } from '../replay/transcript/transcript.ts';
import type { Framework, PlayChat, ReplayChat, ReplayJob } from './framework.ts';
import { listenOnce } from './listen-once.ts';
import { StepWriter } from './step-writer.ts';

/** Steps of the graph that are enough for any recording. */
const recursionLimit = 1000;

/** LangChain: an agent of `createAgent` with its OpenAI model over HTTP. */
export const langchain: Framework = {
  name: 'langchain',
  begin(job) {
    let history: readonly BaseMessage[] = [];
    return async (chat) => {
      history = [...history, ...chat.recorded.user.map((text) => new HumanMessage(text))];
      // Without any message there is no request; some recordings begin with the assistant.
      if (history.length === 0) history = [new HumanMessage('')];
      const outcomes: Outcomes = new Map();
      const messages = await ask(job, chat, history, outcomes);
      const said = messages.slice(history.length);
      history = messages;
      return stepsOf(said, outcomes);
    };
  },
};

/** What the tools themselves did, by the ids of their calls, in order: hosts and models reuse ids. */
type Outcomes = Map<string, CallOutcome[]>;
type Steps = Awaited<ReturnType<PlayChat>>;

interface State {
  readonly messages: readonly BaseMessage[];
}

/** The whole conversation after the agent's turn. */
async function ask(
  job: ReplayJob,
  chat: ReplayChat,
  history: readonly BaseMessage[],
  outcomes: Outcomes,
): Promise<readonly BaseMessage[]> {
  const agent = makeAgent(job, chat, outcomes);
  const config = { signal: chat.signal, recursionLimit };
  const input = { messages: [...history] };
  if (!job.isStreamed) {
    const { messages }: State = await agent.invoke(input, config);
    return messages;
  }
  let state: State = { messages: history };
  const stream = await agent.stream(input, { ...config, streamMode: ['messages', 'values'] });
  for await (const [mode, part] of stream) if (mode === 'values') state = part;
  return state.messages;
}

function makeAgent({ run, hooks, session }: ReplayJob, chat: ReplayChat, outcomes: Outcomes) {
  const { baseURL, fetch } = chat;
  const model = new ChatOpenAI({
    model: modelOf(run.metadata),
    apiKey: 'recorded',
    useResponsesApi: false,
    configuration: { baseURL, fetch },
  });
  // LangChain drops a call whose arguments are no JSON, unless somebody hears of it. The recorded agents were told.
  listenOnce(hooks, 'langchain', () => void hooks.observe('onToolCallError', () => undefined));
  return withHooks(createAgent, hooks, { session })({
    name: 'recorded-agent',
    model,
    tools: run.tools.map((name) => makeTool(name, chat, outcomes)),
    middleware: [endWhereRecorded(chat)],
    ...(run.instructions === undefined ? {} : { systemPrompt: run.instructions }),
  });
}

/** Some recordings end in the middle of the loop, where nobody asked the model again. */
function endWhereRecorded({ recorded }: ReplayChat): AgentMiddleware {
  let asked = 0;
  return createMiddleware({
    name: 'EndWhereRecorded',
    beforeModel: {
      canJumpTo: ['end'],
      hook: () =>
        recorded.ending === 'calls' && asked++ >= recorded.turns.length
          ? { jumpTo: 'end' }
          : undefined,
    },
  });
}

function makeTool(name: string, chat: ReplayChat, outcomes: Outcomes) {
  return tool(
    (args: unknown, { toolCall }: { readonly toolCall?: { readonly id?: string } }) => {
      const id = toolCall?.id ?? '';
      const note = (outcome: CallOutcome): void =>
        void outcomes.set(id, [...(outcomes.get(id) ?? []), outcome]);
      try {
        const result = chat.callTool(name, id, args);
        note({ kind: 'result', result });
        return result;
      } catch (error) {
        note({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
        throw error;
      }
    },
    {
      name,
      description: '',
      schema: { type: 'object', properties: {}, additionalProperties: true },
    },
  );
}

function stepsOf(messages: readonly BaseMessage[], outcomes: Outcomes): Steps {
  const writer = new StepWriter();
  for (const message of messages) {
    if (AIMessage.isInstance(message)) {
      writer.begin();
      writer.say(message.text);
      for (const { id = '', name, args } of message.tool_calls ?? []) writer.call(id, name, args);
    }
    if (!ToolMessage.isInstance(message)) continue;
    const own = outcomes.get(message.tool_call_id)?.shift();
    writer.settle(message.tool_call_id, outcomeOf(message, own));
  }
  return writer.steps;
}

/** What the model reads, as a result unless it is the error of the tool or of its arguments. */
function outcomeOf(message: ToolMessage, own: CallOutcome | undefined): CallOutcome {
  const { text, status } = message;
  if (own?.kind === 'error' && text.includes(own.message)) return own;
  if (own === undefined && status === 'error' && /arguments|schema/.test(text))
    return { kind: 'invalid' };
  return { kind: 'result', result: text };
}

function modelOf({ model }: ReplayJob['run']['metadata']): string {
  return typeof model === 'string' && model !== '' ? model : 'recorded-model';
}
