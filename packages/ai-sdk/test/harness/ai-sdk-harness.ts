import { scriptedModel, type ScriptedModel } from '@interpose/testing';
import type {
  Harness,
  HarnessRun,
  Mode,
  PersonsAnswer,
  Scenario,
} from '@interpose/testing/conformance';
import type { ModelMessage } from 'ai';

import { capabilities } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import { exceptionsOf, supportsOf } from './claims.ts';
import { readResult, type ReadResult } from './read-result.ts';
import { readStream } from './read-stream.ts';
import { sdkModel } from './sdk-model.ts';
// @boundaries-ignore shared by tests only
import { requestsOf, serveChats, type Chats } from '../../../testing/test/serve-chats.ts';
import { startCall, type Target } from './start-call.ts';

/** Paths that calls of every target take as well. */
const beside = ['agentTool'] as const;

/** The history behind a finished run, for those that go on with it. */
interface Past {
  readonly messages: readonly ModelMessage[];
  readonly pending: ReadResult['pending'];
}

const pasts = new WeakMap<HarnessRun, Past>();

/** The harness of one version of the SDK and one kind of target, over real HTTP. */
export function aiSdkHarness(version: SdkVersion, target: Target): Harness {
  let server: Promise<ScriptedModel> | undefined;
  return {
    name: target,
    framework: 'ai-sdk',
    version: version.version,
    capabilities,
    paths:
      target === 'module'
        ? { plain: ['generateText', ...beside], streamed: ['streamText', ...beside] }
        : {
            plain: ['ToolLoopAgent.generate', ...beside],
            streamed: ['ToolLoopAgent.stream', ...beside],
          },
    supports: supportsOf(version),
    exceptions: exceptionsOf(version),
    async start(scenario, mode) {
      server ??= scriptedModel();
      return run({ version, target, server: await server, mode }, scenario, []);
    },
    close: async () => (await server)?.close(),
  };
}

interface Stage {
  readonly version: SdkVersion;
  readonly target: Target;
  readonly server: ScriptedModel;
  readonly mode: Mode;
}

async function run(
  stage: Stage,
  scenario: Scenario,
  appended: readonly ModelMessage[],
  chats?: Chats,
): Promise<HarnessRun> {
  const served = chats ?? serveChats(stage.server, scenario);
  const past = scenario.after === undefined ? [] : (pasts.get(scenario.after)?.messages ?? []);
  const said = scenario.messages.map(({ role, text }): ModelMessage => ({ role, content: text }));
  const messages = [...past, ...said, ...appended];
  const read = await ask(stage, scenario, served, messages);
  const finished: HarnessRun = {
    outcome: read.outcome,
    received: read.received,
    get requests() {
      return requestsOf(served);
    },
    streamFaults: 'faults' in read ? (read.faults as readonly string[]) : [],
    resume: (answer) => run(stage, scenario, [...appended, ...resumed(read, answer)], served),
  };
  pasts.set(finished, { messages: [...messages, ...read.messages], pending: read.pending });
  return finished;
}

/** The history a client sends back: what the agent said, and the person's answers. */
function resumed(
  read: ReadResult,
  { approved, reason, tamperedArgs }: PersonsAnswer,
): ModelMessage[] {
  const text = JSON.stringify(read.messages);
  const [pending] = read.pending;
  const before = JSON.stringify(pending?.args);
  const said =
    tamperedArgs === undefined ? text : text.replaceAll(before, JSON.stringify(tamperedArgs));
  const content = read.pending.map(({ approvalId }) => ({
    type: 'tool-approval-response' as const,
    approvalId,
    approved,
    ...(reason === undefined ? undefined : { reason }),
  }));
  return [...(JSON.parse(said) as ModelMessage[]), { role: 'tool', content }];
}

async function ask(
  stage: Stage,
  scenario: Scenario,
  chats: Chats,
  messages: ModelMessage[],
): Promise<ReadResult> {
  const structured = scenario.output !== undefined;
  const appointed = appointProvider(stage, chats);
  try {
    const result = await startCall({ ...stage, scenario, chats, messages });
    if (stage.mode === 'plain')
      return readResult(result as Parameters<typeof readResult>[0], structured);
    return await readStream(
      result as Parameters<typeof readStream>[0],
      scenario.consumer,
      structured,
    );
  } catch (error) {
    const aborted = scenario.signal?.aborted === true;
    return {
      outcome: aborted ? { kind: 'aborted' } : { kind: 'error', error },
      received: { text: '', reasoning: '', calls: [] },
      messages: [],
      pending: [],
    };
  } finally {
    appointed?.();
  }
}

/** Where the SDK finds the models that hooks name, unless a test has appointed another. */
function appointProvider({ version }: Stage, chats: Chats): (() => void) | undefined {
  if (Reflect.get(globalThis, NAMES) !== undefined) return undefined;
  const baseURL = chats.get('main')?.baseURL ?? '';
  Reflect.set(globalThis, NAMES, {
    languageModel: (name: string) => sdkModel(version.major, baseURL, name),
  });
  return () => void Reflect.deleteProperty(globalThis, NAMES);
}

const NAMES = 'AI_SDK_DEFAULT_PROVIDER';
