import { applyPatchTool, computerTool, shellTool, type Computer } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny } from '@interpose/core';

import { agentOn, runner } from '../../test/app.ts';
import { MemoryModel, type Item } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const command = {
  type: 'shell_call',
  callId: 'c1',
  action: { commands: ['rm -rf /'] },
} satisfies Item;
const patch = {
  type: 'apply_patch_call',
  callId: 'c1',
  status: 'completed',
  operation: { type: 'delete_file', path: 'a.txt' },
} satisfies Item;
const click = {
  type: 'computer_call',
  callId: 'c1',
  status: 'completed',
  action: { type: 'click', x: 1, y: 2, button: 'left' },
} satisfies Item;

const denying = () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('not here'), { name: 'guard' });
  return hooks;
};

const shellOf = (ran: unknown[]) => ({
  async run(action: { readonly commands: readonly string[] }) {
    ran.push(action);
    return {
      output: [{ stdout: 'gone', stderr: '', outcome: { type: 'exit' as const, exitCode: 0 } }],
    };
  },
});

const outputOf = ({ asked }: MemoryModel): string => JSON.stringify(asked.at(-1)?.input);

describe('a command of the shell tool', () => {
  test('that is denied does not run, and the model reads why', async () => {
    const ran: unknown[] = [];
    const model = new MemoryModel([command], 'Done.');
    const tools = [shellTool({ shell: shellOf(ran) })];
    await runner.run(withHooks(agentOn(model, { tools }), denying()), 'Go.');
    expect([ran, outputOf(model)]).toEqual([
      [],
      expect.stringContaining('Blocked by guard: not here'),
    ]);
  });

  test('that is changed runs so, and one left alone is the very action of the SDK', async () => {
    const hooks = createHooks();
    const [ran, seen]: unknown[][] = [[], []];
    hooks.addHook('preToolCall', ({ call, tool }) => {
      seen!.push([call.id, tool.name, call.args]);
      return call.args['commands'] !== undefined && seen!.length === 1
        ? { call: { ...call, args: { commands: ['ls'] } } }
        : undefined;
    });
    const model = new MemoryModel([command], [{ ...command, callId: 'c2' }], 'Done.');
    const tools = [shellTool({ shell: shellOf(ran!) })];
    await runner.run(withHooks(agentOn(model, { tools }), hooks), 'Go.');
    expect(seen).toEqual([
      ['c1', 'shell', { commands: ['rm -rf /'] }],
      ['c2', 'shell', { commands: ['rm -rf /'] }],
    ]);
    expect(ran).toEqual([{ commands: ['ls'] }, command.action]);
    expect(ran![1]).toBe(command.action);
  });

  test('whose output is withheld leaves nothing of it to the model', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => deny('a secret'), { name: 'guard' });
    const model = new MemoryModel([command], 'Done.');
    const tools = [shellTool({ shell: shellOf([]) })];
    await runner.run(withHooks(agentOn(model, { tools }), hooks), 'Go.');
    expect(outputOf(model)).toContain('Result withheld by guard: a secret');
    expect(outputOf(model)).not.toContain('gone');
  });
});

test('a patch that is denied changes no file, and the model reads why', async () => {
  const done: unknown[] = [];
  const note = async (operation: unknown) => void done.push(operation);
  const editor = { createFile: note, updateFile: note, deleteFile: note };
  const model = new MemoryModel([patch], 'Done.');
  const tools = [applyPatchTool({ editor })];
  await runner.run(withHooks(agentOn(model, { tools }), denying()), 'Go.');
  expect([done, outputOf(model)]).toEqual([
    [],
    expect.stringContaining('Blocked by guard: not here'),
  ]);
});

describe('an action of the computer tool', () => {
  const computerOf = (done: unknown[]): Computer => {
    const note =
      (name: string) =>
      async (...given: unknown[]) =>
        void done.push([name, ...given.slice(0, 2)]);
    return {
      environment: 'browser',
      dimensions: [10, 10],
      screenshot: async () => 'aW1hZ2U=',
      click: note('click'),
      doubleClick: note('doubleClick'),
      drag: note('drag'),
      keypress: note('keypress'),
      move: note('move'),
      scroll: note('scroll'),
      type: note('type'),
      wait: note('wait'),
    };
  };

  test.each(['an instance', 'a function'])('that is denied does not happen (%s)', async (how) => {
    const done: unknown[] = [];
    const model = new MemoryModel([click], 'Done.');
    const computer = how === 'a function' ? async () => computerOf(done) : computerOf(done);
    const agent = agentOn(model, { tools: [computerTool({ computer })] });
    await runner.run(withHooks(agent, denying()), 'Go.');
    expect([done, outputOf(model).includes('aW1hZ2U=')]).toEqual([[], false]);
  });

  test('that is changed happens so, and the screenshot is a call of its own', async () => {
    const hooks = createHooks();
    const [done, seen]: unknown[][] = [[], []];
    hooks.addHook('preToolCall', ({ call }) => {
      seen!.push([call.id, call.args['type']]);
      return call.args['type'] === 'click'
        ? { call: { ...call, args: { ...call.args, x: 7 } } }
        : undefined;
    });
    const model = new MemoryModel([click], 'Done.');
    const agent = agentOn(model, { tools: [computerTool({ computer: computerOf(done!) })] });
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect([done, seen]).toEqual([
      [['click', 7, 2]],
      [
        ['c1', 'click'],
        ['c1', 'screenshot'],
      ],
    ]);
  });
});

test('an action of another kind than the model asked for is not carried out', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) => ({
    call: { ...call, args: { ...call.args, type: 'create_file' } },
  }));
  const ran: unknown[] = [];
  const edit = async (operation: object) => void ran.push(operation);
  const tools = [
    applyPatchTool({ editor: { createFile: edit, updateFile: edit, deleteFile: edit } }),
  ];
  const model = new MemoryModel([patch], 'Done.');
  await runner.run(withHooks(agentOn(model, { tools }), hooks), 'Go.');
  expect([ran, outputOf(model)]).toEqual([
    [],
    expect.stringContaining('cannot make another action of apply_patch'),
  ]);
});
