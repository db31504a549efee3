import type { FunctionTool } from '@openai/agents-core';
import { RealtimeAgent } from '@openai/agents-realtime';
import { expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { mcpServer } from '../../test/harness/mcp-server.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
// @boundaries-ignore shared by tests only
import { handedOut } from '../../../testing/test/handed-out.ts';
import { withHooks } from '../index.ts';
import { layersAround } from './layers.ts';

const act = async (): Promise<void> => undefined;
const screen = {
  environment: 'browser',
  dimensions: [1, 1],
  ...{ click: act, doubleClick: act, drag: act, keypress: act, move: act, screenshot: act },
  ...{ scroll: act, type: act, wait: act },
};
const editor = { createFile: act, updateFile: act, deleteFile: act };

/** Makes an app with one part of every kind, and a map of the parts that act: none may come out unhooked. */
function appOn(sdk: Sdk) {
  const originals = new Map<unknown, string>();
  const known = <T>(part: T, what: string): T => (originals.set(part, what), part);
  const model = (...turns: ConstructorParameters<typeof MemoryModel>) =>
    known(new MemoryModel(...turns), 'a model');
  const made = (name: string, needsApproval = false): FunctionTool => {
    const tool = openTool(name, () => 'paid', { needsApproval });
    known(tool.invoke, 'the function of a tool');
    return tool;
  };
  const child = new sdk.Agent({ name: 'billing', model: model(), tools: [made('pay')] });
  const other = new sdk.Agent({ name: 'returns', model: model(), handoffs: [child] });
  const agent = new sdk.Agent({
    name: 'shop',
    model: model([calls('refund')], 'Done.', [calls('ask')]),
    tools: [
      made('refund'),
      made('ask', true),
      new sdk.Agent({ name: 'helper', model: model() }).asTool({}),
      sdk.shellTool({ shell: known({ run: async () => ({ output: [] }) }, 'a shell') }),
      sdk.applyPatchTool({ editor: known({ ...editor }, 'an editor') as never }),
      sdk.computerTool({ computer: known({ ...screen }, 'a computer') as never }),
    ],
    handoffs: [child, sdk.handoff(other)],
    mcpServers: [mcpServer([{ name: 'read', run: () => 'text' }])],
    toolUseBehavior: { stopAtToolNames: ['none'] },
  });
  const provider = { getModel: async () => known(new MemoryModel(), 'a model') };
  return { agent, originals, provider, model };
}

type App = ReturnType<typeof appOn>;
const context = {} as never;

/** The hooked targets, and the objects that they make or hand out. */
const hooked: Readonly<Record<string, (app: App, sdk: Sdk) => object | Promise<object>>> = {
  'an agent': ({ agent }) => withHooks(agent, createHooks()),
  'a clone': ({ agent }) => withHooks(agent, createHooks()).clone({ name: 'copy' }),
  'an agent as a tool': ({ agent }) => withHooks(agent, createHooks()).asTool({}),
  'all tools': ({ agent }) => withHooks(agent, createHooks()).getAllTools(context),
  'the tools of MCP servers': ({ agent }) => withHooks(agent, createHooks()).getMcpTools(context),
  handoffs: ({ agent }) => withHooks(agent, createHooks()).getEnabledHandoffs(context),
  'a runner': ({ model, provider: modelProvider }, sdk) =>
    withHooks(new sdk.Runner({ model: model(), modelProvider }), createHooks()),
  'a model of a runner': ({ provider: modelProvider }, sdk) =>
    withHooks(new sdk.Runner({ modelProvider }), createHooks()).config.modelProvider.getModel('x'),
  'a result': ({ agent }, sdk) =>
    new sdk.Runner({ tracingDisabled: true }).run(withHooks(agent, createHooks()), 'Go.'),
  'a streamed result': async ({ agent }, sdk) => {
    const runner = new sdk.Runner({ tracingDisabled: true });
    const result = await runner.run(withHooks(agent, createHooks()), 'Go.', { stream: true });
    await result.completed;
    return result;
  },
  'a state that was read': async ({ agent }, sdk) => {
    const runner = new sdk.Runner({ tracingDisabled: true });
    const { state } = await runner.run(withHooks(agent, createHooks()), 'Go.');
    return sdk.RunState.fromString(agent, state.toString());
  },
  'what listeners hear': async ({ agent }, sdk) => {
    const heard: unknown[] = [];
    agent.on('agent_tool_start', (...given) => heard.push(given));
    agent.on('agent_end', (...given) => heard.push(given));
    await new sdk.Runner({ tracingDisabled: true }).run(withHooks(agent, createHooks()), 'Go.');
    return heard;
  },
  'a realtime agent': () => withHooks(new RealtimeAgent({ name: 'voice' }), createHooks()),
};

test.each(
  sdkVersions.flatMap(({ version, sdk }) =>
    Object.entries(hooked).map(([what, make]) => [version, what, make, sdk] as const),
  ),
)('of %s: %s hands out no part that is not hooked', async (_version, _what, make, sdk) => {
  const app = appOn(sdk);
  const made = await make(app, sdk);
  const unhooked = (part: object): string | undefined => {
    if (part instanceof sdk.Agent && part.name !== 'helper' && layersAround(part).length === 0)
      return `the agent ${part.name}`;
    return app.originals.get(part);
  };
  // The adapter keeps its own notes on parts of the app under these symbols.
  const skip = Object.getOwnPropertySymbols(app.agent);
  expect(handedOut(made, unhooked, { skip })).toEqual([]);
});
