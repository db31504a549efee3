import type { BaseMessage } from '@langchain/core/messages';

import { scriptedModel, type ScriptedModel } from '@interpose/testing';
import type {
  Harness,
  HarnessRun,
  Mode,
  Outcome,
  PersonsAnswer,
  Received,
  Scenario,
} from '@interpose/testing/conformance';

import { capabilities } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import { exceptionsOf, supportsOf } from './claims.ts';
import { callsIn, outcomeOf, pendingOf, reasoningIn, textIn, type State } from './read-state.ts';
import { readStream } from './read-stream.ts';
// @boundaries-ignore shared by tests only
import { requestsOf, serveChats } from '../../../testing/test/serve-chats.ts';
import { makeAgent, type Stage, type Target } from './start-call.ts';
import { tamper } from './tamper.ts';

/** Paths that agents of every target take as well. */
const beside = ['retriever', 'BaseStore'] as const;

/** The history behind a finished run, for those that go on with it. */
const pasts = new WeakMap<HarnessRun, readonly BaseMessage[]>();

/** The harness of one set of versions and one kind of target, over real HTTP. */
export function langchainHarness(version: SdkVersion, target: Target): Harness {
  let server: Promise<ScriptedModel> | undefined;
  return {
    name: target,
    framework: 'langchain',
    version: version.version,
    capabilities,
    paths: { plain: ['agent.invoke', ...beside], streamed: ['agent.stream', ...beside] },
    supports: supportsOf(version),
    exceptions: exceptionsOf(version),
    async start(scenario, mode) {
      server ??= scriptedModel();
      return begin(version, target, await server, mode, scenario);
    },
    close: async () => (await server)?.close(),
  };
}

let threads = 0;

async function begin(
  version: SdkVersion,
  target: Target,
  server: ScriptedModel,
  mode: Mode,
  scenario: Scenario,
): Promise<HarnessRun> {
  const keeps = scenario.session !== undefined;
  const stage: Stage = {
    version,
    target,
    mode,
    scenario,
    chats: serveChats(server, scenario),
    checkpointer: keeps ? new version.sdk.graph.MemorySaver() : undefined,
  };
  const thread = scenario.hostSession ?? (keeps ? `thread-${++threads}` : undefined);
  const past = scenario.after === undefined ? [] : (pasts.get(scenario.after) ?? []);
  const said = scenario.messages.map(({ role, text }) => ({ role, content: text }));
  const { HumanMessage, AIMessage } = version.sdk.messages;
  const fresh = said.map(({ role, content }) =>
    role === 'user' ? new HumanMessage(content) : new AIMessage(content),
  );
  return run(stage, { messages: [...past, ...fresh] }, past.length + fresh.length, thread);
}

interface Read {
  readonly outcome: Outcome;
  readonly received: Received;
  readonly state: State;
}

async function run(
  stage: Stage,
  input: unknown,
  given: number,
  thread: string | undefined,
): Promise<HarnessRun> {
  const { scenario, chats } = stage;
  const config = {
    recursionLimit: 60,
    ...(thread === undefined ? {} : { configurable: { thread_id: thread } }),
    ...(scenario.signal === undefined ? {} : { signal: scenario.signal }),
  };
  const read = await ask(stage, input, config, given);
  const finished: HarnessRun = {
    outcome: read.outcome,
    received: read.received,
    get requests() {
      return requestsOf(chats);
    },
    streamFaults: [],
    resume: (answer) => resume(stage, read.state, answer, given, thread),
  };
  pasts.set(finished, read.state.messages ?? []);
  return finished;
}

/** A person answers each interrupt by its id. */
function resume(
  stage: Stage,
  state: State,
  { approved, reason, tamperedArgs }: PersonsAnswer,
  given: number,
  thread: string | undefined,
): Promise<HarnessRun> {
  const pending = pendingOf(state);
  if (tamperedArgs !== undefined) tamper(stage.checkpointer, pending[0]?.args, tamperedArgs);
  const decision = approved
    ? { type: 'approve' }
    : { type: 'reject', ...(reason === undefined ? {} : { message: reason }) };
  const answers = new Map(
    pending.map(({ interruptId }) => [interruptId, { decisions: [decision] }]),
  );
  const { Command } = stage.version.sdk.graph;
  const resumed = new Command({ resume: Object.fromEntries(answers) });
  return run(stage, resumed, given, thread);
}

async function ask(stage: Stage, input: unknown, config: object, given: number): Promise<Read> {
  const { scenario, mode } = stage;
  const structured = scenario.output !== undefined;
  const nothing = { text: '', reasoning: '', calls: [] };
  try {
    const agent = makeAgent(stage);
    if (mode === 'plain') {
      const state = (await agent.invoke(input, config)) as State;
      const said = (state.messages ?? []).slice(given).filter((each) => each.getType() === 'ai');
      const received = {
        text: said.map(textIn).join(''),
        reasoning: said.map(reasoningIn).join(''),
        calls: said.flatMap(callsIn),
      };
      return { outcome: outcomeOf(state, structured), received, state };
    }
    const stream = await agent.stream(input, { ...config, streamMode: ['messages', 'values'] });
    const { state, received, stopped, failure } = await readStream(stream, scenario.consumer);
    if (stopped) return { outcome: { kind: 'stopped' }, received, state };
    const outcome =
      failure === undefined ? outcomeOf(state, structured) : failed(scenario, failure);
    return { outcome, received, state };
  } catch (error) {
    return { outcome: failed(scenario, { error }), received: nothing, state: {} };
  }
}

function failed({ signal }: Scenario, { error }: { readonly error: unknown }): Outcome {
  return signal?.aborted === true ? { kind: 'aborted' } : { kind: 'error', error };
}
