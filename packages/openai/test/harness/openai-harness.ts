import { scriptedModel, type ScriptedModel } from '@interpose/testing';
import type { Harness, HarnessRun, Mode, Scenario } from '@interpose/testing/conformance';

import { capabilities, withHooks, type WithHooksOptions } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import { callPlain, callStreamed, type ChatCall } from './chat-calls.ts';
import { supportsOf } from './claims.ts';
import { readError, type ReadRun, type SdkMessage } from './read-run.ts';
import { requestsOf, serveChats, type Chats } from './serve-chats.ts';

const pasts = new WeakMap<HarnessRun, readonly SdkMessage[]>();

/** The harness of one version of the client, over real HTTP: its tool loop where there are tools, else a plain call. */
export function openaiHarness(version: SdkVersion): Harness {
  let server: Promise<ScriptedModel> | undefined;
  return {
    name: 'chat.completions',
    framework: 'openai',
    version: version.version,
    capabilities,
    paths: {
      plain: ['chat.completions.create', 'chat.completions.runTools'],
      streamed: ['chat.completions.create, streamed', 'chat.completions.runTools, streamed'],
    },
    supports: supportsOf(version),
    exceptions: [],
    async start(scenario, mode) {
      server ??= scriptedModel();
      return run(version, await server, scenario, mode);
    },
    close: async () => (await server)?.close(),
  };
}

async function run(
  version: SdkVersion,
  server: ScriptedModel,
  scenario: Scenario,
  mode: Mode,
): Promise<HarnessRun> {
  const chats = serveChats(server, scenario);
  const past = scenario.after === undefined ? [] : (pasts.get(scenario.after) ?? []);
  const messages = [
    ...past,
    ...scenario.messages.map(({ role, text }) => ({ role, content: text })),
  ];
  const completions = completionsOf(version, scenario, chats);
  const call: ChatCall = {
    completions,
    scenario,
    messages,
    canSteer: !version.version.startsWith('5.'),
  };
  const read: ReadRun = await (mode === 'plain' ? callPlain(call) : callStreamed(call)).catch(
    (error: unknown) => readError(error, scenario.signal?.aborted === true),
  );
  const finished: HarnessRun = {
    outcome: read.outcome,
    received: read.received,
    get requests() {
      return requestsOf(chats);
    },
    streamFaults: read.faults,
    resume: () => Promise.reject(new Error('a tool loop of the client cannot be resumed')),
  };
  pasts.set(finished, [...messages, ...read.messages]);
  return finished;
}

function completionsOf(
  { sdk }: SdkVersion,
  scenario: Scenario,
  chats: Chats,
): ChatCall['completions'] {
  const client = new sdk.OpenAI({
    baseURL: chats.get('main')?.baseURL ?? '',
    apiKey: 'any',
    maxRetries: scenario.hostRetries ?? 0,
    logLevel: 'off',
  });
  withHooks(client, scenario.hooks, hookOptions(scenario));
  // The methods of both versions, as far as the harness calls them.
  return client.chat.completions as unknown as ChatCall['completions'];
}

function hookOptions({ session, agent, user, trace }: Scenario): WithHooksOptions {
  return {
    ...(session === undefined ? undefined : { session }),
    ...(agent === undefined ? undefined : { agent }),
    ...(user === undefined ? undefined : { user }),
    ...(trace === undefined ? undefined : { trace }),
  };
}
