import { ask, createHooks, deny, type Hooks } from '@interpose/core';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { calls, MemoryModel, readOf } from '../../test/memory-model.ts';
import { drained, markerFile, ownSandbox, sandboxAgent, versions } from '../../test/sandbox-app.ts';
import type { SandboxVersion } from '../../test/sandbox-versions.ts';
import { withHooks } from '../index.ts';

type Agent = ReturnType<typeof sandboxAgent>;

const session = { id: 'thread-1' };

function hooked(agent: Agent, hooks: Hooks): Agent {
  return withHooks(agent, hooks, { session, require: 'enforced' });
}

interface Run {
  readonly state: { toString(): string };
}

async function runIn({ sdk }: SandboxVersion, mode: string, agent: Agent, ...given: unknown[]) {
  const runner = new sdk.Runner({ tracingDisabled: true });
  const [input, sandbox] = given as [string, object];
  const stream = mode === 'streamed';
  const result: unknown = await runner.run(agent as never, input, { sandbox, stream } as never);
  return (stream ? await drained(result) : result) as Run;
}

describe.each(versions)(
  'a command in a sandbox of SDK %s that waits for a person',
  (_version, on) => {
    test.each(
      ['plain', 'streamed'].flatMap((mode) => [
        [mode, 'still asked about', true] as const,
        [mode, 'denied by now', false] as const,
      ]),
    )('passes the hooks again after a yes, from a text (%s): %s', async (mode, _title, runs) => {
      const marker = markerFile();
      const hooks = createHooks();
      let heard = 0;
      let rule = (): ReturnType<typeof ask> | ReturnType<typeof deny> => ask('a person decides');
      hooks.addHook('preToolCall', () => {
        heard += 1;
        return rule();
      });
      const model = new MemoryModel([calls('exec_command', { cmd: `touch ${marker}` })], 'Done.');
      const sandbox = ownSandbox(on);
      const asked = await runIn(on, mode, hooked(sandboxAgent(on, model), hooks), 'Go.', sandbox);
      expect([heard, existsSync(marker)]).toEqual([1, false]);
      // As in another process: a new agent, and only the text of the state.
      const later = hooked(sandboxAgent(on, model), hooks);
      const state = await on.sdk.RunState.fromString(later as never, asked.state.toString());
      state.approve(state.getInterruptions()[0]!);
      if (!runs) rule = () => deny('closed');
      await runIn(on, mode, later, state, sandbox);
      expect([heard, existsSync(marker)]).toEqual([2, runs]);
      expect(readOf(model, 'call_exec_command')).toContain(runs ? 'exited with code 0' : 'closed');
    });

    test.each([true, false])(
      'passes the hooks again inside of an agent as a tool (still asked about: %s)',
      async (runs) => {
        const marker = markerFile();
        const hooks = createHooks();
        let rule = (): ReturnType<typeof ask> | ReturnType<typeof deny> => ask('a person decides');
        hooks.addHook('preToolCall', () => rule(), { tool: 'exec_command' });
        const command = calls('exec_command', { cmd: `touch ${marker}` });
        const sandbox = ownSandbox(on);
        const clerk = sandboxAgent(on, [[command], 'Done.']);
        const model = new MemoryModel([calls('clerk', { input: 'Go.' })], 'Done.');
        const tools = [clerk.asTool({ toolName: 'clerk', runConfig: { sandbox } })];
        const desk = new on.sdk.Agent({ name: 'desk', model, tools });
        withHooks(desk, hooks, { session, require: 'enforced' });
        const { state: waiting } = await on.sdk.run(desk, 'Go.');
        const state = await on.sdk.RunState.fromString(desk, waiting.toString());
        state.approve(state.getInterruptions()[0]!);
        if (!runs) rule = () => deny('closed');
        expect(existsSync(marker)).toBe(false);
        await on.sdk.run(desk, state);
        expect(existsSync(marker)).toBe(runs);
      },
    );

    test('does not run where an agent without hooks goes on with its state', async () => {
      const marker = markerFile();
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => ask('a person decides'));
      const model = new MemoryModel([calls('exec_command', { cmd: `touch ${marker}` })], 'Done.');
      const agent = sandboxAgent(on, model);
      const runner = withHooks(new on.sdk.Runner({ sandbox: ownSandbox(on) }), hooks);
      const { state } = await runner.run(agent as never, 'Go.');
      state.approve(state.getInterruptions()[0]!);
      await expect(runIn(on, 'plain', agent, state, ownSandbox(on))).rejects.toThrow(
        '[agent_not_mediated] the agent clerk has no hooks',
      );
      expect(existsSync(marker)).toBe(false);
    });
  },
);
