import {
  Agent,
  applyPatchTool,
  computerTool,
  RunContext,
  Runner,
  shellTool,
  type Computer,
  type ShellTool,
  type Tool,
} from '@openai/agents-core';
import { ask, createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel, type Item } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

type Ran = (what: string) => void;

function computerThat(ran: Ran): Computer {
  const act = (name: string) => async (): Promise<string> => {
    ran(name);
    return '';
  };
  const names = 'screenshot click doubleClick scroll type wait move keypress drag'.split(' ');
  const methods = Object.fromEntries(names.map((name) => [name, act(name)]));
  return { environment: 'browser', dimensions: [1, 1], ...methods } as object as Computer;
}

function shellThat(ran: Ran): ShellTool {
  return shellTool({
    shell: {
      run: async ({ commands }) => {
        ran(commands.join());
        return { output: [] };
      },
    },
  });
}

/** For each kind of tool: the call by the model, and a function that makes the tool. */
const KINDS: Readonly<Record<string, readonly [call: object, make: (ran: Ran) => Tool]>> = {
  function: [calls('refund'), (ran) => openTool('refund', () => ran('refund'))],
  shell: [{ type: 'shell_call', callId: '1', action: { commands: ['rm'] } }, shellThat],
  apply_patch: [
    {
      type: 'apply_patch_call',
      callId: '1',
      status: 'completed',
      operation: { type: 'delete_file', path: 'a.ts' },
    },
    (ran) => {
      const edit = async (): Promise<void> => ran('patch');
      return applyPatchTool({ editor: { createFile: edit, updateFile: edit, deleteFile: edit } });
    },
  ],
  computer: [
    {
      type: 'computer_call',
      callId: '1',
      status: 'completed',
      action: { type: 'click', x: 1, y: 1, button: 'left' },
    },
    (ran) => computerTool({ computer: computerThat(ran) }),
  ],
};

test.each(Object.entries(KINDS))(
  'an approved %s call of a hooked run does not run where an agent without hooks goes on with its state',
  async (name, [call, make]) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('a person decides'));
    const ran: string[] = [];
    const tools = [make((what) => void ran.push(what))];
    const clerk = new Agent({
      name: 'clerk',
      model: new MemoryModel([call as Item], 'Done.'),
      tools,
    });
    const model = new MemoryModel([calls('transfer_to_clerk')]);
    const desk = new Agent({ name: 'desk', model, handoffs: [clerk] });
    const hooked = withHooks(new Runner({ tracingDisabled: true }), hooks);
    const { lastAgent, state } = await hooked.run(desk, 'Pay me.');
    state.approve(state.getInterruptions()[0]!);
    const said = await runner
      .run(lastAgent!, state as never)
      .then(({ history }) => JSON.stringify(history), String);
    expect(ran).toEqual([]);
    // About a computer call the SDK tells the model only that there is no screenshot.
    const told = '[agent_not_mediated] the agent clerk has no hooks';
    expect(said).toContain(name === 'computer' ? 'Done.' : told);
  },
);

test('a command that the app runs with the tool of a hooked agent passes the hooks', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => deny('no commands'));
  const ran: string[] = [];
  const tools = [shellThat((what) => void ran.push(what))];
  const agent = withHooks(new Agent({ name: 'desk', tools }), hooks);
  const [tool] = await agent.getAllTools(new RunContext());
  const { shell } = tool as Extract<ShellTool, { readonly shell: unknown }>;
  await expect(shell.run({ commands: ['rm'] })).rejects.toThrow('no commands');
  expect(ran).toEqual([]);
});
