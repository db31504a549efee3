import assert from 'node:assert/strict';

import { applyPatchTool, computerTool, shellTool, type Tool } from '@openai/agents-core';

import { ask, createHooks, deny, retry, type Hooks } from '@interpose/core';

import { withHooks } from '../src/index.ts';
import { agentOn, openTool, runner } from './app.ts';
import { MemoryModel, type Item } from './memory-model.ts';

/** One way of a call to a tool that the conformance suite does not take; gives what the model reads of it. */
export type RunPath = (hooks: Hooks, error?: Error) => Promise<string>;

const none = async (): Promise<void> => undefined;

function inRun(item: Item, toolFor: (act: () => Promise<string>) => Tool): RunPath {
  return async (hooks, error) => {
    let times = 0;
    const act = async (): Promise<string> => {
      times += 1;
      if (error !== undefined) throw error;
      return `zehn ${times}`;
    };
    const model = new MemoryModel([item], 'Done.');
    const agent = agentOn(model, { tools: [toolFor(act)] });
    await runner.run(withHooks(agent, hooks), 'Go.');
    const input = model.asked.at(-1)?.input ?? [];
    return JSON.stringify((input as readonly unknown[]).slice(2));
  };
}

/** The paths, by their names in the table of capabilities. */
export const paths: Readonly<Record<string, RunPath>> = {
  'shell tool': inRun(
    { type: 'shell_call', callId: 'c1', action: { commands: ['price'] } },
    (act) =>
      shellTool({
        shell: {
          run: async ({ commands }) => ({
            output: [
              {
                stdout: `${commands.join()} ${await act()}`,
                stderr: '',
                outcome: { type: 'exit', exitCode: 0 },
              },
            ],
          }),
        },
      }),
  ),
  'apply_patch tool': inRun(
    {
      type: 'apply_patch_call',
      callId: 'c1',
      status: 'completed',
      operation: { type: 'delete_file', path: 'price' },
    },
    (act) => {
      const edit = async ({ path }: { readonly path: string }) =>
        ({ status: 'completed', output: `${path} ${await act()}` }) as const;
      return applyPatchTool({ editor: { createFile: edit, updateFile: edit, deleteFile: edit } });
    },
  ),
  'computer tool': inRun(
    {
      type: 'computer_call',
      callId: 'c1',
      status: 'completed',
      action: { type: 'screenshot' },
    },
    (act) => {
      const acts = { click: none, doubleClick: none, drag: none, keypress: none, move: none };
      const computer = { ...acts, scroll: none, type: none, wait: none, screenshot: act };
      return computerTool({
        computer: { ...computer, environment: 'browser', dimensions: [1, 1] },
      }) as Tool;
    },
  ),
  'tool.invoke': async (hooks, error) => {
    const search = openTool(
      'search',
      async ({ q }) => {
        if (error !== undefined) throw error;
        return `${String(q)} zehn`;
      },
      { errorFunction: (_context: unknown, thrown: Error) => thrown.message },
    );
    const agent = withHooks(agentOn(new MemoryModel(), { tools: [search] }), hooks);
    const [hooked] = await agent.getAllTools({} as never);
    const { invoke } = hooked as ReturnType<typeof openTool>;
    return String(await invoke({} as never, '{"q":"price"}'));
  },
};

/** A registry with this hook, whose approver answers so. */
function hooksWith(event: string, answer: () => unknown, approved = true): Hooks {
  const hooks = createHooks({ approver: () => ({ approved }) });
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  hooks.addHook(event as 'preToolCall', answer as never);
  return hooks;
}

const original = /zehn|disk full/;

/** Rejects unless the verb holds at this event of this path. */
export async function prove(path: string, event: string, verb: string): Promise<void> {
  const error = event === 'onToolCallError' ? new Error('disk full') : undefined;
  const run = (answer: () => unknown, approved?: boolean): Promise<string> =>
    paths[path]!(hooksWith(event, answer, approved), error);
  const passes = (text: string): void => {
    // The SDK tells the model nothing of a screenshot that failed.
    if (path !== 'computer tool') assert.match(text, original);
  };
  switch (verb) {
    case 'deny':
      assert.doesNotMatch(await run(() => deny('not here')), original);
      break;
    case 'respond':
    case 'modify': {
      const supplied = event === 'onToolCallError' ? { result: 'supplied' } : { error: 'supplied' };
      assert.doesNotMatch(await run(() => supplied), original);
      break;
    }
    case 'ask':
      assert.doesNotMatch(await run(() => ask('a person should look'), false), original);
      passes(await run(() => ask('a person should look')));
      break;
    case 'retry': {
      let times = 0;
      await run(() => (++times === 1 ? retry() : undefined));
      assert.equal(times, 2);
      break;
    }
    default:
      passes(await run(() => ({ decision: 'allow' })));
  }
}
