import { createHooks, deny, modify, type Hooks } from '@interpose/core';
import type { Agent, FunctionTool, RunContext } from '@openai/agents-core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { calls, MemoryModel, readOf, type Item } from '../../test/memory-model.ts';
import { markerFile, sandboxAgent, versions, ways } from '../../test/sandbox-app.ts';
import type { SandboxVersion } from '../../test/sandbox-versions.ts';

const CANARY = 'CANARY-4z42';
const require = 'enforced' as const;

/** Returns hooks that deny calls of this tool, and the names of all calls they were asked about. */
function denying(name: string): { readonly hooks: Hooks; readonly heard: string[] } {
  const [hooks, heard] = [createHooks(), [] as string[]];
  hooks.addHook('preToolCall', ({ call }) => {
    heard.push(call.name);
    return call.name === name ? deny('not here') : undefined;
  });
  return { hooks, heard };
}

describe.each(versions)('a command in a sandbox of SDK %s', (_version, on) => {
  test.each(Object.keys(ways))('that is denied does not run: %s', async (way) => {
    for (const required of [undefined, require]) {
      const marker = markerFile();
      const { hooks, heard } = denying('exec_command');
      const model = new MemoryModel([calls('exec_command', { cmd: `touch ${marker}` })], 'Done.');
      await ways[way]!({ on, hooks, require: required }, sandboxAgent(on, model));
      expect(heard).toContain('exec_command');
      expect(readOf(model, 'call_exec_command')).toContain('not here');
      expect(existsSync(marker)).toBe(false);
    }
  });

  test.each(Object.keys(ways))('runs as hooks changed it: %s', async (way) => {
    const marker = markerFile();
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => {
      if (call.name === 'exec_command')
        return modify({ ...call, args: { cmd: `touch ${marker}` } });
      return undefined;
    });
    const written = calls('exec_command', { cmd: `touch ${marker}-written` });
    await ways[way]!({ on, hooks, require }, sandboxAgent(on, [[written], 'Done.']));
    expect([existsSync(marker), existsSync(`${marker}-written`)]).toEqual([true, false]);
  });

  test.each(Object.keys(ways))('shows only what hooks left of its output: %s', async (way) => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', ({ call, result }) => {
      if (call.name !== 'exec_command') return undefined;
      expect(JSON.stringify(result)).toContain(CANARY);
      return modify('Kept back.');
    });
    // The text is only in the output of the command, not in the command.
    const written = calls('exec_command', { cmd: 'echo CANARY-4$(echo z)42' });
    const model = new MemoryModel([written], 'Done.');
    const result = await ways[way]!({ on, hooks, require }, sandboxAgent(on, model));
    expect(readOf(model, 'call_exec_command')).toContain('Kept back.');
    const { history, events } = result;
    const shown = [model.asked.map(({ input }) => input), history, events, result];
    expect(JSON.stringify(shown)).not.toContain(CANARY);
  });
});

describe.each(versions)('a command in a sandbox of SDK %s from another place', (_version, on) => {
  test.each(Object.keys(ways))(
    'that a callback asks the prepared agent for passes the hooks: %s',
    async (way) => {
      const marker = markerFile();
      const { hooks } = denying('exec_command');
      const told: unknown[] = [];
      const command = JSON.stringify({ cmd: `touch ${marker}` });
      const instructions = async (context: RunContext, prepared: Agent): Promise<string> => {
        const found = [...prepared.tools, ...(await prepared.getAllTools(context))];
        for (const tool of found as readonly FunctionTool[])
          if (tool.name === 'exec_command') told.push(await tool.invoke(context, command));
        return 'Help.';
      };
      await ways[way]!({ on, hooks, require }, sandboxAgent(on, ['Done.'], { instructions }));
      expect(told.map((text) => String(text).includes('not here'))).toEqual([true, true]);
      expect(existsSync(marker)).toBe(false);
    },
  );

  test('that an agent asks for to which one in a sandbox has handed over passes the hooks', async () => {
    const marker = markerFile();
    const { hooks, heard } = denying('exec_command');
    const command = calls('exec_command', { cmd: `touch ${marker}` });
    const second = sandboxAgent(on, [[command], 'Done.'], { name: 'second' });
    const first = sandboxAgent(on, [[calls('transfer_to_second')]], { handoffs: [second] });
    await ways['a hooked agent']!({ on, hooks, require }, first);
    expect([heard, existsSync(marker)]).toEqual([['exec_command'], false]);
  });
});

/** Calls of the other tools of a sandbox, and the member of its session that carries each out. */
const OTHERS: Readonly<Record<string, readonly [call: object, member: string | undefined]>> = {
  apply_patch: [
    {
      type: 'apply_patch_call',
      callId: 'call_apply_patch',
      status: 'completed',
      operation: { type: 'create_file', path: 'made.txt', diff: '+made' },
    },
    undefined,
  ],
  view_image: [calls('view_image', { path: 'dot.png' }), 'viewImage'],
  write_stdin: [calls('write_stdin', { session_id: 1, chars: 'y' }), 'writeStdin'],
  load_skill: [calls('load_skill', { skill_name: 'tidy' }), 'materializeEntry'],
};

/** Makes an agent with every tool that a sandbox can give it. */
function ableAgent(on: SandboxVersion, model: MemoryModel): ReturnType<typeof sandboxAgent> {
  const { Capabilities, dir, file, skills } = on.sandbox;
  const tidy = dir({ children: { 'SKILL.md': file({ content: 'Tidy up.' }) } });
  const lazyFrom = { source: dir({ children: { tidy } }) };
  const capabilities = [...Capabilities.default(), skills({ lazyFrom })];
  return sandboxAgent(on, model, { capabilities });
}

describe.each(versions)('another tool of a sandbox of SDK %s', (_version, on) => {
  test.each(Object.entries(OTHERS))('passes the hooks: %s', async (name, [call, member]) => {
    const used: boolean[] = [];
    for (const denied of [name, 'another']) {
      const session = (await new on.Client().create()) as object as Record<string, unknown>;
      let hasActed = false;
      if (member !== undefined) {
        const own = session[member] as (...given: unknown[]) => unknown;
        session[member] = (...given: unknown[]) => {
          hasActed = true;
          return own.apply(session, given);
        };
      }
      const { hooks, heard } = denying(denied);
      const model = new MemoryModel([call as Item], 'Done.');
      await ways['a hooked agent']!({ on, hooks, require }, ableAgent(on, model), { session });
      expect(heard).toEqual([name]);
      const { workspaceRootPath } = session['state'] as { readonly workspaceRootPath: string };
      used.push(hasActed || existsSync(join(workspaceRootPath, 'made.txt')));
      await (session['close'] as () => Promise<void>).call(session);
    }
    expect(used).toEqual([false, true]);
  });
});
