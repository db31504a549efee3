import { createHooks, deny, modify } from '@interpose/core';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { calls, MemoryModel, readOf, type Item } from '../../test/memory-model.ts';
import { markerFile, sandboxAgent, versions, ways } from '../../test/sandbox-app.ts';
import type { SandboxVersion } from '../../test/sandbox-versions.ts';
import { inspect } from '../index.ts';

const ARTIFACTS = JSON.stringify({ rollout_slug: 's', raw_memory: 'm', rollout_summary: 'sum' });

/** Returns the two models that the memory of a sandbox asks; each makes this call first. */
function memoryModels(call: Item): readonly [MemoryModel, MemoryModel] {
  return [new MemoryModel([call], ARTIFACTS), new MemoryModel([call], 'Kept.')];
}

function remembering(
  on: SandboxVersion,
  model: MemoryModel,
  [phaseOneModel, phaseTwoModel]: readonly MemoryModel[],
): ReturnType<typeof sandboxAgent> {
  const { Capabilities, memory } = on.sandbox;
  const generate = { phaseOneModel, phaseTwoModel } as never;
  const capabilities = [...Capabilities.default(), memory({ generate })];
  return sandboxAgent(on, model, { capabilities });
}

interface Opened {
  readonly session: object;
  /** Returns everything that the memory has written about runs. */
  readonly written: () => string;
  readonly close: () => Promise<void>;
}

/** Opens a sandbox that belongs to the app, so that the test can read its files after the run. */
async function openSandbox({ Client }: SandboxVersion): Promise<Opened> {
  const session = await new Client().create();
  const { workspaceRootPath: root } = session.state as { readonly workspaceRootPath: string };
  const textsIn = (folder: string): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      : [];
  return {
    session,
    written: () => ['sessions', 'memories'].flatMap((name) => textsIn(join(root, name))).join('\n'),
    close: async () => session.close?.(),
  };
}

describe.each(versions)('the memory of a sandbox of SDK %s', (_version, on) => {
  test.each(Object.keys(ways))(
    'asks its own models through the hooks, which stop what these want to run: %s',
    async (way) => {
      const marker = markerFile();
      const [hooks, heard] = [createHooks(), [] as string[]];
      hooks.addHook('preRequest', ({ agent }) => void heard.push(agent.id));
      hooks.addHook('preToolCall', ({ call }) =>
        call.name === 'exec_command' ? deny('not here') : undefined,
      );
      const models = memoryModels(calls('exec_command', { cmd: `touch ${marker}` }));
      await ways[way]!({ on, hooks }, remembering(on, new MemoryModel('Done.'), models));
      const own = heard.filter((name) => name.startsWith('sandbox-memory'));
      expect(own.map((name) => name.split('-').at(-1))).toEqual(['one', 'one', 'two', 'two']);
      for (const model of models) expect(readOf(model, 'call_exec_command')).toContain('not here');
      expect(existsSync(marker)).toBe(false);
    },
    60_000,
  );

  test('writes down what hooks left of a result', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => modify('Kept back.'));
    const call = calls('exec_command', { cmd: 'echo CANARY-4$(echo z)42' });
    const agent = remembering(on, new MemoryModel([call], 'Done.'), memoryModels(call));
    const { session, written, close } = await openSandbox(on);
    await ways['a hooked agent']!({ on, hooks }, agent, { session });
    expect(written()).toContain('Kept back.');
    expect(written()).not.toContain('CANARY-4z42');
    await close();
  }, 60_000);

  test.each(Object.keys(ways))(
    "is refused under require: 'enforced' before it keeps anything: %s",
    async (way) => {
      const models = memoryModels(calls('exec_command', { cmd: 'true' }));
      const model = new MemoryModel('Done.');
      const { session, written, close } = await openSandbox(on);
      const run = { on, hooks: createHooks(), require: 'enforced' } as const;
      const said = await ways[way]!(run, remembering(on, model, models), { session }).then(
        ({ history }) => JSON.stringify(history),
        String,
      );
      // A newer SDK does not tell a model why its tool failed.
      const isHidden =
        way === 'an agent as a tool' && said.includes('error occurred while running');
      expect(isHidden || /\[not_enforced\].*memory of a sandbox/.test(said)).toBe(true);
      expect([model, ...models].flatMap(({ asked }) => asked)).toEqual([]);
      expect(written()).toBe('');
      await close();
    },
    60_000,
  );

  test('has rows of its own in what inspect says', () => {
    const agent = remembering(on, new MemoryModel(), [new MemoryModel(), new MemoryModel()]);
    const rows = inspect(agent).filter(({ path }) => path === 'memory of a sandbox');
    expect(rows.map(({ event, status }) => `${event} ${status}`)).toEqual([
      'onMemoryRetrieved unmediated',
      'preMemoryStore unmediated',
    ]);
  });
});
