import { withHooks } from '@interpose/openai-agents';
import {
  Agent,
  Runner,
  tool,
  type AgentInputItem,
  type ModelProvider,
  type RunItem,
  type Tool,
} from '@openai/agents-core';
import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import OpenAI from 'openai';
import type { CallOutcome } from '../replay/transcript/transcript.ts';
import type { Framework, ReplayChat, ReplayJob } from './framework.ts';
import { StepWriter } from './step-writer.ts';
import { UniqueCallIds } from './unique-call-ids.ts';

/** Answers beyond the recorded ones that policies may cause before a chat is cut. */
const spareAnswers = 20;

/** What the SDK tells a model about arguments that it cannot read. */
const invalid = 'An error occurred while parsing tool arguments';

/** The OpenAI Agents SDK: an `Agent` and its `Runner`, with its chat completions model over HTTP. */
export const openaiAgents: Framework = {
  name: 'openai-agents',
  begin(job) {
    const history: AgentInputItem[] = [];
    const ids = new UniqueCallIds();
    return async (chat) => {
      history.push(...chat.recorded.user.map(toUserMessage));
      // Like the other frameworks, where a recording begins with the assistant.
      if (history.length === 0) history.push(toUserMessage(''));
      const calls: Calls = { ids, outcomes: new Map() };
      const agent = makeAgent(job, chat, calls);
      const result = await ask(job, chat, { agent, runner: makeRunner(chat, calls) }, [...history]);
      history.splice(0, history.length, ...result.history);
      const writer = new StepWriter();
      for (const item of itemsByAnswer(result)) note(item, calls, writer);
      return writer.steps;
    };
  },
};

/** The calls of one chat: their ids, and what became of those whose tool ran. */
interface Calls {
  readonly ids: UniqueCallIds;
  readonly outcomes: Map<string, CallOutcome>;
}

/** What is read of a run, streamed or not. */
interface Result {
  readonly history: AgentInputItem[];
  readonly newItems: readonly RunItem[];
  readonly rawResponses: readonly { readonly output: readonly unknown[] }[];
}

async function ask(
  { isStreamed }: ReplayJob,
  { signal, recorded }: ReplayChat,
  { agent, runner }: { readonly agent: Agent; readonly runner: Runner },
  input: AgentInputItem[],
): Promise<Result> {
  const options = {
    signal,
    maxTurns: recorded.turns.length + (endsInCalls(recorded) ? 0 : spareAnswers),
    // A recording that ends in the middle of the loop ends here without an error.
    errorHandlers: { maxTurns: () => ({ finalOutput: '', includeInHistory: false }) },
  };
  if (!isStreamed) return runner.run(agent, input, options);
  const result = await runner.run(agent, input, { ...options, stream: true });
  for await (const event of result) void event;
  await result.completed;
  if (result.cancelled) throw signal.reason;
  return result;
}

/** True where the SDK would ask again after the last recorded answer: it ends in calls, or says nothing. */
function endsInCalls({ ending, turns }: ReplayChat['recorded']): boolean {
  const last = turns.at(-1);
  return ending === 'calls' || (last?.text === '' && last.calls.length === 0);
}

function makeAgent({ run, hooks, session }: ReplayJob, chat: ReplayChat, calls: Calls): Agent {
  const agent = new Agent({
    name: 'recorded-agent',
    model: modelOf(run.metadata),
    modelSettings: {},
    tools: run.tools.map((name) => makeTool(name, chat, calls)),
    ...(run.instructions === undefined ? {} : { instructions: run.instructions }),
  });
  return withHooks(agent, hooks, { session });
}

function makeRunner({ baseURL, fetch }: ReplayChat, { ids }: Calls): Runner {
  const client = new OpenAI({ baseURL, apiKey: 'recorded', fetch, maxRetries: 0 });
  const modelProvider: ModelProvider = {
    getModel: (name = '') => ids.wrap(new OpenAIChatCompletionsModel(client, name)),
  };
  // The SDK would send its traces to its maker.
  return new Runner({ modelProvider, tracingDisabled: true });
}

function makeTool(name: string, chat: ReplayChat, { ids, outcomes }: Calls): Tool {
  const made = tool({
    name,
    description: '',
    strict: false,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    execute(args: unknown, _context, details) {
      const { callId = '' } = details?.toolCall ?? {};
      const result = chat.callTool(name, ids.original(callId), args);
      outcomes.set(callId, { kind: 'result', result });
      return result;
    },
    errorFunction: (_context, error) => messageOf(error),
  });
  // Recordings name tools of every kind; the SDK would rewrite some of the names.
  return { ...made, name };
}

/** What happened, each answer followed by what became of its calls; an empty answer has nothing but itself. */
function* itemsByAnswer({ newItems, rawResponses }: Result): Generator<RunItem | 'answer'> {
  for (const { output } of rawResponses) {
    yield 'answer';
    const said = newItems.filter(({ rawItem }) => output.includes(rawItem));
    const ids = new Set(said.flatMap(({ rawItem }) => callIdOf(rawItem)));
    yield* said;
    yield* newItems.filter(
      (item) =>
        item.type === 'tool_call_output_item' && callIdOf(item.rawItem).some((id) => ids.has(id)),
    );
  }
}

function callIdOf(item: object | undefined): string[] {
  const { callId } = (item ?? {}) as { readonly callId?: unknown };
  return typeof callId === 'string' ? [callId] : [];
}

function note(item: RunItem | 'answer', { ids, outcomes }: Calls, writer: StepWriter): void {
  if (item === 'answer') return writer.begin();
  switch (item.type) {
    case 'message_output_item':
      return writer.say(item.content);
    case 'tool_call_item': {
      const { rawItem } = item;
      if (rawItem.type !== 'function_call') return;
      return writer.call(
        ids.original(rawItem.callId),
        rawItem.name,
        argumentsOf(rawItem.arguments),
      );
    }
    case 'tool_call_output_item': {
      const { rawItem, output } = item;
      if (!('callId' in rawItem)) return;
      const id = ids.original(rawItem.callId);
      return writer.settle(id, outcomes.get(rawItem.callId) ?? outcomeOf(output));
    }
    default:
  }
}

/** What the model reads of a call that gave no result. */
function outcomeOf(output: unknown): CallOutcome {
  const text = String(output);
  return text.startsWith(invalid) ? { kind: 'invalid' } : { kind: 'error', message: text };
}

function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toUserMessage(content: string): AgentInputItem {
  return { role: 'user', content };
}

function modelOf({ model }: ReplayJob['run']['metadata']): string {
  return typeof model === 'string' && model !== '' ? model : 'recorded-model';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
