import { scriptedModel, type ScriptedModel } from '@interpose/testing';
import { readChatRequest } from '@interpose/testing/conformance';
import type { Harness, HarnessRun, Mode, Scenario } from '@interpose/testing/conformance';

import { capabilities, withHooks, type WithHooksOptions } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import { callPlain, callStreamed, type ChatCall } from './chat-calls.ts';
import { supportsOf, type Target } from './claims.ts';
import { readResponsesRequest } from './read-responses-request.ts';
import { readError, type ReadRun, type SdkMessage } from './read-run.ts';
import { callResponses, streamResponses, type ResponsesCall } from './response-calls.ts';
// @boundaries-ignore shared by tests only
import {
  requestsOf,
  serveChats,
  type Chats,
  type ReadRequest,
} from '../../../testing/test/serve-chats.ts';

/** A request to either of the client's two interfaces. */
const readAsked: ReadRequest = (agent, { path, body, headers }) =>
  path === '/responses'
    ? readResponsesRequest(body, headers)
    : readChatRequest(agent, body, headers);

const pasts = new WeakMap<HarnessRun, readonly object[]>();

const PATHS: Readonly<Record<Target, Harness['paths']>> = {
  'chat.completions': {
    plain: ['chat.completions.create', 'chat.completions.runTools'],
    streamed: ['chat.completions.create, streamed', 'chat.completions.runTools, streamed'],
  },
  responses: {
    plain: ['responses.create', 'ResponsesToolRunner'],
    streamed: ['responses.create, streamed', 'ResponsesToolRunner, streamed'],
  },
};

/** The harness of one version of the client and one interface, over real HTTP: the SDK's tool loop where there are tools, else a plain call. */
export function openaiHarness(version: SdkVersion, target: Target): Harness {
  let server: Promise<ScriptedModel> | undefined;
  return {
    name: target,
    framework: 'openai',
    version: version.version,
    capabilities,
    paths: PATHS[target],
    supports: supportsOf(version, target),
    exceptions: [],
    async start(scenario, mode) {
      server ??= scriptedModel();
      const chats = serveChats(await server, scenario);
      const client = clientOf(version, scenario, chats);
      return run({ version, target, mode, client, chats }, scenario);
    },
    close: async () => (await server)?.close(),
  };
}

interface Stage {
  readonly version: SdkVersion;
  readonly target: Target;
  readonly mode: Mode;
  readonly client: object;
  readonly chats: Chats;
}

async function run(stage: Stage, scenario: Scenario): Promise<HarnessRun> {
  const past = scenario.after === undefined ? [] : (pasts.get(scenario.after) ?? []);
  const said = scenario.messages.map(({ role, text }) => ({ role, content: text }));
  const messages = [...past, ...said];
  const read: ReadRun = await ask(stage, scenario, messages).catch((error: unknown) =>
    // The tool runner tells what the provider said only as the cause of its own error.
    readError(causeOf(error), scenario.signal?.aborted === true),
  );
  const finished: HarnessRun = {
    outcome: read.outcome,
    received: read.received,
    get requests() {
      return requestsOf(stage.chats, readAsked);
    },
    streamFaults: read.faults,
    resume: () => Promise.reject(new Error('a tool loop of the client cannot be resumed')),
  };
  pasts.set(finished, [...messages, ...read.messages]);
  return finished;
}

function causeOf(error: unknown): unknown {
  const isRunners = error instanceof Error && error.name === 'ResponsesToolRunnerError';
  return isRunners && error.cause !== undefined ? error.cause : error;
}

function ask(
  { version, target, mode, client }: Stage,
  scenario: Scenario,
  messages: readonly object[],
): Promise<ReadRun> {
  if (target === 'responses') {
    const call: ResponsesCall = {
      // The methods of both versions, as far as the harness calls them.
      client: client as unknown as ResponsesCall['client'],
      hookRunner: (runner) => withHooks(runner, scenario.hooks, hookOptions(scenario)),
      scenario,
      messages,
    };
    return mode === 'plain' ? callResponses(call) : streamResponses(call);
  }
  // The methods of both versions, as far as the harness calls them.
  const { completions } = (client as unknown as { chat: Pick<ChatCall, 'completions'> }).chat;
  const canSteer = !version.version.startsWith('5.');
  const call: ChatCall = {
    completions,
    scenario,
    messages: messages as readonly SdkMessage[],
    canSteer,
  };
  return mode === 'plain' ? callPlain(call) : callStreamed(call);
}

function clientOf({ sdk }: SdkVersion, scenario: Scenario, chats: Chats): object {
  const client = new sdk.OpenAI({
    baseURL: chats.get('main')?.baseURL ?? '',
    apiKey: 'any',
    maxRetries: scenario.hostRetries ?? 0,
    logLevel: 'off',
  });
  return withHooks(client, scenario.hooks, hookOptions(scenario));
}

function hookOptions({ session, agent, user, trace }: Scenario): WithHooksOptions {
  return {
    ...(session === undefined ? undefined : { session }),
    ...(agent === undefined ? undefined : { agent }),
    ...(user === undefined ? undefined : { user }),
    ...(trace === undefined ? undefined : { trace }),
  };
}
