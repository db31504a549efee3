import { scriptedModel, type ScriptedModel } from '@interpose/testing';
import type {
  Harness,
  HarnessRun,
  Mode,
  PersonsAnswer,
  Scenario,
} from '@interpose/testing/conformance';
import type { AgentInputItem } from '@openai/agents-core';

import { capabilities } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import { exceptionsOf, supportsOf } from './claims.ts';
import { readRun, type ReadRun } from './read-run.ts';
// @boundaries-ignore shared by tests only
import { requestsOf, serveChats, type Chats } from '../../../testing/test/serve-chats.ts';
import { startRun, type Target } from './start-run.ts';

/** Paths that runs of every target take as well. */
const beside = ['agent.asTool', 'handoff', 'session', 'unknown tool call'] as const;

const pasts = new WeakMap<HarnessRun, readonly AgentInputItem[]>();

/** The harness of one version of the SDK and one kind of target, over real HTTP. */
export function agentsHarness(version: SdkVersion, target: Target): Harness {
  let server: Promise<ScriptedModel> | undefined;
  return {
    name: target,
    framework: 'openai-agents',
    version: version.version,
    capabilities,
    paths: { plain: ['run', ...beside], streamed: ['run streamed', ...beside] },
    supports: supportsOf(version),
    exceptions: exceptionsOf(version),
    async start(scenario, mode) {
      server ??= scriptedModel();
      const chats = serveChats(await server, scenario);
      const stage: Stage = { version, target, mode, scenario, chats };
      const past = scenario.after === undefined ? [] : (pasts.get(scenario.after) ?? []);
      return run(stage, [...past, ...scenario.messages.map(toItem)]);
    },
    close: async () => (await server)?.close(),
  };
}

/** One scenario on its way. */
export interface Stage {
  readonly version: SdkVersion;
  readonly target: Target;
  readonly mode: Mode;
  readonly scenario: Scenario;
  readonly chats: Chats;
}

async function run(stage: Stage, input: AgentInputItem[] | ResumeWith): Promise<HarnessRun> {
  const read = await readRun(stage, () => startRun(stage, input));
  const finished: HarnessRun = {
    outcome: read.outcome,
    received: read.received,
    get requests() {
      return requestsOf(stage.chats);
    },
    streamFaults: read.faults,
    resume: (answer) => run(stage, { read, answer }),
  };
  pasts.set(finished, read.history);
  return finished;
}

/** A suspended run and a person's answer to it. */
export interface ResumeWith {
  readonly read: ReadRun;
  readonly answer: PersonsAnswer;
}

function toItem({ role, text }: Scenario['messages'][number]): AgentInputItem {
  return role === 'user'
    ? { role, content: text }
    : { role, status: 'completed', content: [{ type: 'output_text', text }] };
}
