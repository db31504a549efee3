import { createOpenAI } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import {
  isStepCount,
  jsonSchema,
  tool,
  ToolLoopAgent,
  type ModelMessage,
  type Tool,
  type ToolSet,
} from 'ai';
import type { Framework, ReplayChat, ReplayJob } from './framework.ts';
import { StepWriter } from './step-writer.ts';

/** Answers beyond the recorded ones that policies may cause before a chat is cut. */
const spareAnswers = 20;

/** The Vercel AI SDK: its `ToolLoopAgent` with its OpenAI provider over HTTP. */
export const aiSdk: Framework = {
  name: 'ai-sdk',
  begin(job) {
    // Recordings name models of every kind; what the SDK thinks of them is not news.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    const history: ModelMessage[] = [];
    return async (chat) => {
      history.push(...chat.recorded.user.map(toUserMessage));
      // The SDK refuses a conversation without messages; some recordings begin with the assistant.
      if (history.length === 0) history.push(toUserMessage(''));
      const writer = new StepWriter();
      const ask = job.isStreamed ? stream : generate;
      const call = { messages: [...history], abortSignal: chat.signal };
      history.push(...(await ask(makeAgent(job, chat), call, writer)));
      return writer.steps;
    };
  },
};

type Agent = ToolLoopAgent<never, ToolSet>;
type Call = { readonly messages: ModelMessage[]; readonly abortSignal: AbortSignal };
type Part = StreamPart | StepPart;
type StreamPart =
  Awaited<ReturnType<Agent['stream']>>['stream'] extends AsyncIterable<infer P> ? P : never;
type StepPart = Awaited<ReturnType<Agent['generate']>>['steps'][number]['content'][number];

function makeAgent({ run, hooks, session }: ReplayJob, chat: ReplayChat): Agent {
  const { baseURL, fetch, recorded } = chat;
  const provider = createOpenAI({ baseURL, apiKey: 'recorded', fetch });
  const spare = recorded.ending === 'calls' ? 0 : spareAnswers;
  const agent: Agent = new ToolLoopAgent<never, ToolSet>({
    id: 'recorded-agent',
    model: provider.chat(modelOf(run.metadata)),
    tools: Object.fromEntries(run.tools.map((name) => [name, makeTool(name, chat)])),
    stopWhen: isStepCount(recorded.turns.length + spare),
    // Told by the stream itself; the SDK would print it.
    onError: () => {},
    ...(run.instructions === undefined ? {} : { instructions: run.instructions }),
  });
  return withHooks(agent, hooks, { session });
}

/** The SDK leaves it to the schema to refuse arguments that are no object. */
const openObject = jsonSchema(
  { type: 'object', additionalProperties: true },
  {
    validate: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { success: true, value }
        : { success: false, error: new TypeError('the arguments are no object') },
  },
);

function makeTool(name: string, chat: ReplayChat): Tool {
  return tool({
    inputSchema: openObject,
    execute: (args: unknown, { toolCallId }) => chat.callTool(name, toolCallId, args),
  });
}

async function generate(agent: Agent, call: Call, writer: StepWriter): Promise<ModelMessage[]> {
  const { steps, responseMessages } = await agent.generate(call);
  for (const { content } of steps) {
    writer.begin();
    for (const part of content) note(part, writer);
  }
  return responseMessages;
}

async function stream(agent: Agent, call: Call, writer: StepWriter): Promise<ModelMessage[]> {
  const result = await agent.stream(call);
  let failure: { readonly error: unknown } | undefined;
  for await (const part of result.stream) {
    if (part.type === 'error') failure ??= { error: part.error };
    else if (part.type === 'abort') failure ??= { error: call.abortSignal.reason };
    else note(part, writer);
  }
  if (failure !== undefined) throw failure.error;
  return await result.responseMessages;
}

function note(part: Part, writer: StepWriter): void {
  switch (part.type) {
    case 'start-step':
      return writer.begin();
    case 'text':
    case 'text-delta':
      return writer.say(part.text);
    case 'tool-call': {
      const isInvalid = part.invalid === true;
      const outcome = isInvalid ? ({ kind: 'invalid' } as const) : undefined;
      return writer.call(part.toolCallId, part.toolName, part.input, outcome);
    }
    case 'tool-result':
      if (part.preliminary === true) return;
      return writer.settle(part.toolCallId, { kind: 'result', result: part.output });
    case 'tool-error':
      return writer.settle(part.toolCallId, { kind: 'error', message: messageOf(part.error) });
    default:
  }
}

function toUserMessage(content: string): ModelMessage {
  return { role: 'user', content };
}

function modelOf({ model }: ReplayJob['run']['metadata']): string {
  return typeof model === 'string' && model !== '' ? model : 'recorded-model';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
