import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Hooks } from '@interpose/core';

import { agentOn, modes, runIn } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const told = { code: 'hunter2' };

/** Makes an MCP server that sends data beside the text of a result; its extractor reads that data. */
const server = () => ({
  name: 'vault',
  cacheToolsList: false,
  connect: async () => undefined,
  close: async () => undefined,
  invalidateToolsCache: async () => undefined,
  listTools: async () => [{ name: 'open', inputSchema: { type: 'object' as const } }] as never,
  callTool: async () => [{ type: 'text', text: 'hunter2' }],
  callToolResult: async () => ({
    content: [{ type: 'text', text: 'hunter2' }],
    structuredContent: told,
    _meta: told,
  }),
  customDataExtractor: ({ resultMeta, structuredContent }: { [data: string]: unknown }) => ({
    resultMeta,
    structuredContent,
  }),
});

const hidden: Readonly<Record<string, (hooks: Hooks) => void>> = {
  withheld: (hooks) => void hooks.addHook('onToolCallResult', () => deny('a secret')),
  changed: (hooks) => {
    hooks.addHook('onToolCallResult', () => ({ result: { type: 'text', text: 'a code' } }));
  },
};

const run = (mode: (typeof modes)[number], hide?: (hooks: Hooks) => void) => {
  const hooks = createHooks();
  hide?.(hooks);
  const model = new MemoryModel([calls('open')], 'Done.');
  const agent = withHooks(agentOn(model, { mcpServers: [server() as never] }), hooks);
  return runIn(mode, agent, 'Open it.');
};

const dataOf = (result: object) => JSON.stringify((result as { newItems: unknown }).newItems);

describe("an MCP server's own data about a result", () => {
  test.each(modes)('stays beside a result that hooks left alone (%s)', async (mode) => {
    expect(dataOf(await run(mode))).toContain('"customData":{"resultMeta":{"code":"hunter2"}');
  });

  for (const [how, hide] of Object.entries(hidden))
    test.each(modes)(`is left out where the result was ${how} (%s)`, async (mode) => {
      expect(dataOf(await run(mode, hide))).not.toContain('hunter2');
    });
});
