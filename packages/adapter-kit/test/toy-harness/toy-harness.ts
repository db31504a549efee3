import { parseArguments } from '@interpose/adapter-kit';
import {
  fullSupport,
  type Feature,
  type Harness,
  type HarnessRun,
  type Mode,
  type Outcome,
  type Scenario,
  type SeenRequest,
  type Support,
} from '@interpose/testing/conformance';
import { capabilities, withHooks, type WithHooksOptions } from '../toy-adapter/index.ts';
import {
  addUp,
  ToyAgent,
  type ToyAnswer,
  type ToyMessage,
  type ToyTool,
} from '../toy-sdk/toy-sdk.ts';
import { scriptedToyModel } from './scripted-toy-model.ts';

const LACKING: readonly Feature[] = [
  'reasoning',
  'streamed-arguments',
  'provider-tools',
  'agent-tools',
  'handoffs',
  'structured-output',
  'required-tool-choice',
  'native-suspension',
  'host-retries',
  'host-session',
  'steering',
  'return-direct',
  'trigger',
  'knowledge',
  'memory',
  'mcp',
  'a2a',
  'compaction',
  'hints',
  'trace',
];

const absent: Support = { kind: 'absent', reason: 'the toy SDK has nothing of the kind' };

/** The histories behind finished runs, for those that go on with them. */
const histories = new WeakMap<HarnessRun, readonly ToyMessage[]>();

/** How the conformance suite runs the toy SDK. */
export const toyHarness: Harness = {
  name: 'ToyAgent',
  framework: 'toy-sdk',
  version: '1.0.0',
  capabilities,
  paths: { plain: ['ToyAgent.run'], streamed: ['ToyAgent.stream'] },
  supports: { ...fullSupport, ...Object.fromEntries(LACKING.map((feature) => [feature, absent])) },
  exceptions: [],
  start,
};

/** What one call came to, as its caller saw it. */
interface Read {
  readonly outcome: Outcome;
  /** What the caller got of every answer. */
  readonly answers: readonly ToyAnswer[];
  readonly messages: readonly ToyMessage[];
  readonly streamFaults: readonly string[];
}

async function start(scenario: Scenario, mode: Mode): Promise<HarnessRun> {
  const requests: SeenRequest[] = [];
  const agent = agentFor(scenario, requests);
  const earlier = scenario.after === undefined ? [] : (histories.get(scenario.after) ?? []);
  const messages = [...earlier, ...scenario.messages.map(toToyMessage)];
  const read = await (mode === 'plain' ? runPlain : runStreamed)(agent, scenario, messages).catch(
    (error: unknown): Read => ({ ...nothing, outcome: failed(scenario, error) }),
  );
  const run: HarnessRun = {
    outcome: read.outcome,
    received: {
      text: read.answers.map(({ text }) => text).join(''),
      reasoning: '',
      calls: read.answers.flatMap(({ calls }) => calls.map(toCall)),
    },
    requests,
    streamFaults: read.streamFaults,
    resume: () => Promise.reject(new Error('the toy SDK cannot suspend')),
  };
  histories.set(run, read.messages);
  return run;
}

function agentFor(scenario: Scenario, requests: SeenRequest[]): ToyAgent {
  const { hooks, session, agent, user, trace, instructions, tools = [] } = scenario;
  const options: WithHooksOptions = {
    ...(session === undefined ? undefined : { session }),
    ...(trace === undefined ? undefined : { trace }),
    ...(agent === undefined ? undefined : { agent }),
    ...(user === undefined ? undefined : { user }),
  };
  const plain = new ToyAgent({
    name: 'toy-agent',
    model: scriptedToyModel(scenario.model, requests),
    prompt: instructions,
    tools: tools.map(toToyTool),
  });
  return withHooks(plain, hooks, options);
}

const nothing = { answers: [], messages: [], streamFaults: [] } as const;

async function runPlain(
  agent: ToyAgent,
  { signal }: Scenario,
  messages: readonly ToyMessage[],
): Promise<Read> {
  const result = await agent.run(messages, signal);
  const answers = result.messages
    .slice(messages.length)
    .flatMap((message) =>
      message.from === 'model' ? [{ ...message, stop: 'done' } as const] : [],
    );
  return { ...nothing, outcome: ended(result.answer), answers, messages: result.messages };
}

async function runStreamed(
  agent: ToyAgent,
  scenario: Scenario,
  messages: readonly ToyMessage[],
): Promise<Read> {
  const parts: Parameters<typeof addUp>[0][number][] = [];
  const faults: string[] = [];
  const stream = agent.stream(messages, scenario.signal);
  const read = (): Pick<Read, 'answers' | 'streamFaults'> => ({
    answers: [addUp(parts)],
    streamFaults: faults,
  });
  try {
    for (;;) {
      const next = await stream.next();
      if (next.done === true) {
        if (parts.at(-1)?.type !== 'end') faults.push('the last answer has no end');
        const { answer, messages: history } = next.value;
        return { ...read(), outcome: ended(answer), messages: history };
      }
      parts.push(next.value);
      if (next.value.type !== 'text') continue;
      if (scenario.consumer?.onText?.(next.value.text) !== 'break') continue;
      await stream.return(undefined as never);
      return { ...read(), outcome: { kind: 'stopped' }, messages };
    }
  } catch (error) {
    return { ...read(), outcome: failed(scenario, error), messages };
  }
}

function ended({ text, stop }: ToyAnswer): Outcome {
  return { kind: stop === 'filtered' ? 'refusal' : 'answer', text };
}

function failed({ signal }: Scenario, error: unknown): Outcome {
  return signal?.aborted === true ? { kind: 'aborted' } : { kind: 'error', error };
}

function toToyMessage({ role, text }: Scenario['messages'][number]): ToyMessage {
  return role === 'user' ? { from: 'user', text } : { from: 'model', text, calls: [] };
}

function toToyTool(fixture: NonNullable<Scenario['tools']>[number]): ToyTool {
  const { name, description, schema } = fixture;
  return {
    name,
    ...(description === undefined ? undefined : { about: description }),
    ...(schema === undefined ? undefined : { inputs: inputsOf(schema) }),
    run: (input, { callId, signal }) =>
      fixture.run(input, { callId, ...(signal === undefined ? undefined : { signal }) }),
  };
}

/** The toy SDK knows less than JSON Schema: which inputs there must be, and their types. */
function inputsOf({ required = [], properties = {} }: Schema): Readonly<Record<string, string>> {
  return Object.fromEntries(required.map((name) => [name, properties[name]?.type ?? 'object']));
}

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

function toCall({
  id,
  tool,
  input,
}: ToyAnswer['calls'][number]): HarnessRun['received']['calls'][number] {
  return { id, name: tool, args: parseArguments(input) };
}
