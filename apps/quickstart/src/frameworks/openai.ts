import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';
import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction';
import type { Framework, PlayChat, ReplayChat, ReplayJob } from './framework.ts';
import { listenOnce } from './listen-once.ts';
import { callsOf, RunningCalls, type ToolCall } from './running-calls.ts';
import { StepWriter } from './step-writer.ts';
import type { CallOutcome } from '../replay/transcript/transcript.ts';

/** Answers beyond the recorded ones that policies may cause before a chat is cut. */
const spareAnswers = 20;

/** The OpenAI client over HTTP: its own tool loop, or a plain call where a recording has no tools. */
export const openai: Framework = {
  name: 'openai',
  begin(job) {
    const history: Message[] = [];
    return async (chat) => {
      history.push(...chat.recorded.user.map((content) => ({ role: 'user', content }) as const));
      // Without any message there is no request; some recordings begin with the assistant.
      if (history.length === 0) history.push({ role: 'user', content: '' });
      const outcomes: Outcomes = new Map();
      const said = await ask({ job, chat, outcomes, messages: [...history] });
      history.push(...said.filter(isAccepted));
      return stepsOf(said, outcomes);
    };
  },
};

type Message = OpenAI.ChatCompletionMessageParam;
type Steps = Awaited<ReturnType<PlayChat>>;

/** What the tools themselves did, by the call as the runner holds it. */
type Outcomes = Map<ToolCall, CallOutcome>;

interface Question {
  readonly job: ReplayJob;
  readonly chat: ReplayChat;
  readonly messages: readonly Message[];
  readonly outcomes: Outcomes;
}

/** The service answers with nothing at times, and takes no such message back. */
function isAccepted(message: Message): boolean {
  if (message.role !== 'assistant') return true;
  return Boolean(message.content) || Boolean(message.refusal) || callsOf(message).length > 0;
}

/** What the agent adds to the conversation. */
async function ask(question: Question): Promise<readonly Message[]> {
  const { job, chat, messages } = question;
  const client = clientOf(job, chat);
  const { instructions, metadata, tools: names } = job.run;
  const system =
    instructions === undefined ? [] : [{ role: 'system', content: instructions } as const];
  const body = { model: modelOf(metadata), messages: [...system, ...messages] };
  const { completions } = client.chat;
  const options = { signal: chat.signal };
  if (names.length === 0) {
    if (job.isStreamed) return [await completions.stream(body, options).finalMessage()];
    const { choices } = await completions.create(body, options);
    return choices.slice(0, 1).map(({ message }) => message);
  }
  const { turns, ending } = chat.recorded;
  const maxChatCompletions = turns.length + (ending === 'calls' ? 0 : spareAnswers);
  const loop = { ...options, maxChatCompletions };
  const calls = new RunningCalls();
  const tools = names.map((name) => makeTool(name, question, calls));
  const runner = job.isStreamed
    ? completions.runTools({ ...body, tools, stream: true }, loop)
    : completions.runTools({ ...body, tools }, loop);
  calls.runner = runner;
  await runner.done();
  return runner.messages.slice(body.messages.length);
}

function clientOf({ hooks, session }: ReplayJob, { baseURL, fetch }: ReplayChat): OpenAI {
  const client = new OpenAI({ baseURL, apiKey: 'recorded', fetch, logLevel: 'off' });
  // The recorded agents went on after a tool that threw. The client ends its loop there, unless a hook may answer for it.
  listenOnce(hooks, 'openai', () => void hooks.addHook('onToolCallError', () => undefined));
  return withHooks(client, hooks, { session, agent: { id: 'recorded-agent' } });
}

function makeTool(
  name: string,
  { chat, outcomes }: Question,
  calls: RunningCalls,
): RunnableToolFunctionWithParse<object> {
  return {
    type: 'function',
    function: {
      name,
      description: '',
      parameters: { type: 'object', additionalProperties: true },
      parse(text) {
        calls.begin(name, text);
        return parseArguments(text);
      },
      function() {
        const call = calls.current;
        if (call === undefined) throw new TypeError(`nobody called ${name}`);
        return run(() => chat.callTool(name, call.id, readArguments(call)), call, outcomes);
      },
    },
  };
}

function run(act: () => string, call: ToolCall, outcomes: Outcomes): string {
  try {
    const result = act();
    outcomes.set(call, { kind: 'result', result });
    return result;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    outcomes.set(call, { kind: 'error', message });
    throw error;
  }
}

function parseArguments(text: string): object {
  const args: unknown = text.trim() === '' ? {} : JSON.parse(text);
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args;
  throw new TypeError('the arguments are no object');
}

/** Parsed; the text itself where it is no JSON. */
function readArguments({ function: { arguments: text } }: ToolCall): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

function stepsOf(messages: readonly Message[], outcomes: Outcomes): Steps {
  const writer = new StepWriter();
  let calls: readonly ToolCall[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      writer.begin();
      if (typeof message.content === 'string') writer.say(message.content);
      calls = callsOf(message);
      for (const call of calls)
        writer.call(call.id, call.function.name, readArguments(call), refusedOutcome(call));
    }
    if (message.role !== 'tool') continue;
    const [call, ...rest] = calls.filter(({ id }) => id === message.tool_call_id);
    const own = call === undefined ? undefined : outcomes.get(call);
    if (call !== undefined && rest.length > 0) calls = calls.filter((other) => other !== call);
    writer.settle(message.tool_call_id, outcomeOf(message.content, own));
  }
  return writer.steps;
}

/** The SDK gives arguments that do not parse back to the model, and no tool gets to see them. */
function refusedOutcome(call: ToolCall): CallOutcome | undefined {
  const args = readArguments(call);
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  return isObject ? undefined : { kind: 'invalid' };
}

/** What the model reads, as a result unless it is the error of the tool. */
function outcomeOf(content: unknown, own: CallOutcome | undefined): CallOutcome {
  const text = String(content);
  if (own?.kind === 'error' && own.message === text) return own;
  return { kind: 'result', result: text };
}

function modelOf({ model }: ReplayJob['run']['metadata']): string {
  return typeof model === 'string' && model !== '' ? model : 'recorded-model';
}
