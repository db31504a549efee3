import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Agent } from '@openai/agents-core';
import type { SandboxAgent } from '@openai/agents-core/sandbox';
import { onTestFinished } from 'vitest';

import type { Hooks } from '@interpose/core';

import { withHooks } from '../src/index.ts';
import { calls, MemoryModel, type MemoryTurn } from './memory-model.ts';
import { sandboxVersions, type SandboxVersion } from './sandbox-versions.ts';

/** Both supported versions, as the rows of a table of tests. */
export const versions: readonly (readonly [string, SandboxVersion])[] = sandboxVersions.map(
  (each) => [each.version, each] as const,
);

/** What a test needs of one run in a sandbox. */
export interface SandboxRun {
  readonly on: SandboxVersion;
  readonly hooks: Hooks;
  readonly require?: 'enforced' | undefined;
}

interface Result {
  readonly finalOutput?: unknown;
  readonly history: readonly unknown[];
  readonly events: readonly unknown[];
}

type Way = (run: SandboxRun, agent: SandboxAgent, sandbox?: object) => Promise<Result>;

/** A file that only a command makes, outside of every sandbox. */
export function markerFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-marker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'ran');
}

/** An agent in a sandbox, on a model that gives these answers. */
export function sandboxAgent(
  { sandbox }: SandboxVersion,
  turns: readonly MemoryTurn[] | MemoryModel,
  rest: object = {},
): SandboxAgent {
  const model = turns instanceof MemoryModel ? turns : new MemoryModel(...turns);
  return new sandbox.SandboxAgent({ name: 'clerk', model, ...rest });
}

/** A sandbox on this machine that the SDK opens for each run. */
export function ownSandbox({ Client }: SandboxVersion): object {
  return { client: new Client() };
}

/** The ways in which hooks reach an agent in a sandbox. */
export const ways: Readonly<Record<string, Way>> = {
  'a hooked agent': async ({ on, hooks, require }, agent, sandbox = ownSandbox(on)) =>
    plain(on.sdk.run(hookedAgent(agent, { hooks, require }), 'Go.', { sandbox } as never)),
  'a hooked run': async ({ on, hooks, require }, agent, sandbox = ownSandbox(on)) =>
    plain(withHooks(on.sdk.run, hooks, asked(require))(agent, 'Go.', { sandbox } as never)),
  'a hooked runner': async ({ on, hooks, require }, agent, sandbox = ownSandbox(on)) =>
    plain(withHooks(new on.sdk.Runner({ sandbox }), hooks, asked(require)).run(agent, 'Go.')),
  'a stream': async ({ on, hooks, require }, agent, sandbox = ownSandbox(on)) => {
    const options = { sandbox, stream: true } as never;
    return drained(await on.sdk.run(hookedAgent(agent, { hooks, require }), 'Go.', options));
  },
  'a handoff': async ({ on, hooks, require }, agent, sandbox = ownSandbox(on)) => {
    const model = new MemoryModel([calls(`transfer_to_${agent.name}`)]);
    const desk = new on.sdk.Agent({ name: 'desk', model, handoffs: [agent] });
    return plain(on.sdk.run(hookedAgent(desk, { hooks, require }), 'Go.', { sandbox } as never));
  },
  'an agent as a tool': async ({ on, hooks, require }, agent, sandbox = ownSandbox(on)) => {
    const model = new MemoryModel([calls('clerk', { input: 'Go.' })], 'Done.');
    const tools = [agent.asTool({ toolName: 'clerk', runConfig: { sandbox } })];
    const desk = new on.sdk.Agent({ name: 'desk', model, tools });
    return plain(on.sdk.run(hookedAgent(desk, { hooks, require }), 'Go.'));
  },
};

function hookedAgent<A extends Agent>(agent: A, { hooks, require }: Omit<SandboxRun, 'on'>): A {
  return withHooks(agent, hooks, asked(require));
}

function asked(require: SandboxRun['require']): { readonly require?: 'enforced' } {
  return require === undefined ? {} : { require };
}

async function plain(running: Promise<unknown>): Promise<Result> {
  return Object.assign((await running) as Result, { events: [] });
}

/** Reads a stream to its end. */
export async function drained(result: unknown): Promise<Result> {
  const stream = result as Result & AsyncIterable<unknown> & { readonly completed: Promise<void> };
  const events: unknown[] = [];
  for await (const event of stream) events.push(event);
  await stream.completed;
  return Object.assign(stream, { events });
}
