import type { FunctionTool, RunContext } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { z } from 'zod';

import { denyingFive, openTool } from '../../test/app.ts';
import { calls, MemoryModel, search, type Item } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const allows = { behavior: { type: 'allow' as const } };

const twice = [[calls('refund', { euros: 6 }, 'one')], [calls('refund', { euros: 7 }, 'two')]];

describe.each(sdkVersions)('a tool of the SDK itself, SDK $version', ({ sdk, version }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });

  /** Makes an agent whose model calls a tool twice. A guardrail of the tool calls `kept[0]`; hooks deny that. */
  const keeping = (...before: Item[][]) => {
    const [ran, kept] = [[] as unknown[], [] as FunctionTool[]];
    const refund: FunctionTool = sdk.tool({
      name: 'refund',
      description: '',
      parameters: z.object({ euros: z.coerce.number() }) as never,
      execute: (args) => (ran.push((args as { euros: number }).euros), 'paid'),
      inputGuardrails: [
        {
          name: 'g',
          run: async ({ context }) => {
            await kept[0]?.invoke(context, '{"euros":5}');
            return allows;
          },
        },
      ],
    });
    const model = new MemoryModel(...before, ...twice, 'Done.');
    const agent = new sdk.Agent({ name: 'shop', model, tools: [refund] });
    return { agent: withHooks(agent, denyingFive().hooks), refund, ran, kept };
  };

  test('reaches no toolUseBehavior: it is given the tool of the app', async () => {
    const { agent, refund, ran, kept } = keeping();
    agent.toolUseBehavior = (_context, [result]) => {
      kept.push(result!.tool as FunctionTool);
      return { isFinalOutput: false, isInterrupted: undefined };
    };
    await runner.run(agent, 'Go.');
    expect(kept[0]).toBe(refund);
    expect(ran).toEqual([6, 7]);
  });

  test('reaches no customDataExtractor: it is given the tool of the app', async () => {
    const { agent, refund, ran, kept } = keeping();
    Object.assign(refund, {
      customDataExtractor: ({ tool }: { tool: FunctionTool }) => void kept.push(tool),
    });
    await runner.run(agent, 'Go.');
    expect(kept.every((tool) => tool === refund)).toBe(true);
    expect(ran).toEqual([6, 7]);
  });

  test('reaches nobody who looks at the agent before its turn', async () => {
    const { agent, ran, kept } = keeping();
    agent.instructions = async (context) => {
      kept.push((await agent.getAllTools(context))[0] as FunctionTool);
      return '';
    };
    await runner.run(agent, 'Go.');
    expect(ran).toEqual([6, 7]);
  });

  test.each(['availableTools', 'loadDefault'] as const)(
    'reaches no search of the app (%s)',
    async (from) => {
      const { agent, ran, kept } = keeping([search]);
      const providerData = { type: 'tool_search', execution: 'client', parameters: {} };
      const hosted = { type: 'hosted_tool', name: 'tool_search', providerData } as never;
      const later = openTool('later', (args) => void ran.push(args['euros']), {
        deferLoading: true,
      });
      agent.tools.push(
        later,
        sdk.attachClientToolSearchExecutor(hosted, async ({ availableTools, loadDefault }) => {
          const tools = from === 'loadDefault' ? loadDefault(['later']) : availableTools;
          kept.push(tools.find(({ name }) => name === 'later') as FunctionTool);
          return [];
        }),
      );
      await runner.run(agent, 'Go.');
      expect(kept).toEqual([expect.objectContaining({ name: 'later' })]);
      expect(ran).toEqual([6, 7]);
    },
  );

  test('reaches no listener, where it is one of an MCP server', async () => {
    const [{ hooks }, ran, kept] = [denyingFive(), [] as unknown[], [] as FunctionTool[]];
    const server = {
      name: 'bank',
      cacheToolsList: false,
      connect: async () => undefined,
      close: async () => undefined,
      invalidateToolsCache: async () => undefined,
      listTools: async () => [{ name: 'refund', inputSchema: { type: 'object' as const } }],
      callTool: async (_name: string, args: { euros: number } | null) => {
        ran.push(args?.euros);
        return [{ type: 'text', text: 'paid' }];
      },
    };
    const model = new MemoryModel(...twice, 'Done.');
    const agent = new sdk.Agent({ name: 'shop', model, mcpServers: [server as never] });
    agent.on('agent_tool_start', (context, tool) => {
      void kept[0]?.invoke(context, '{"euros":5}');
      kept.push(tool as FunctionTool);
    });
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect(ran).toEqual([6, 7]);
  });

  // Before 0.14 the SDK itself asks for tools in the same way as an app.
  test('reaches who asks for handoffs and tools as the SDK does, in old versions', async () => {
    const { agent, ran, kept } = keeping();
    const ask = async (context: RunContext): Promise<void> => {
      await agent.getEnabledHandoffs(context);
      kept.push((await agent.getAllTools(context))[0] as FunctionTool);
    };
    agent.on('agent_start', (context) => void ask(context));
    await runner.run(agent, 'Go.');
    expect(ran).toEqual(version === '0.11.8' ? [5, 6, 5, 7] : [6, 7]);
  });
});
