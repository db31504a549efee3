import { canaries, type Probe } from '@interpose/testing/probes';
import type { Tool } from '@openai/agents-core';

import { calls, type Item } from '../../test/memory-model.ts';
import { sandboxOf } from '../../test/sandbox-versions.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { asking, final, refundCall } from './canary-model.ts';
import { kitProbes, loop, openKit, refundTool, type Kit } from './probe-kit.ts';

const searchCall: Item = {
  type: 'tool_search_call',
  call_id: 's1',
  execution: 'client',
  status: 'completed',
  arguments: { paths: ['refund'] },
} as never;

/** Tools that are no list of the agent: found, namespaced, or given by a server or a sandbox. */
export function foundProbes(version: SdkVersion): readonly Probe[] {
  const search = kitProbes(
    version,
    'client tool search',
    loop,
    ({ sdk, run, agentWith, go }) => {
      const found = refundTool(sdk, run, { deferLoading: true });
      const providerData = { type: 'tool_search', execution: 'client', parameters: {} };
      const tool = sdk.attachClientToolSearchExecutor(
        { type: 'hosted_tool', name: 'tool_search', providerData } as never,
        async () => found as never,
      );
      return go(agentWith({ tools: [tool as Tool] }));
    },
    [[searchCall], asking(refundCall), final],
  );
  return [
    ...search,
    ...kitProbes(version, 'MCP server of the app', loop, ({ run, agentWith, go }) =>
      go(agentWith({ tools: [], mcpServers: [serverOf(run)] })),
    ),
    ...kitProbes(
      version,
      'tool namespace',
      loop,
      ({ sdk, refund, agentWith, go }) => {
        const tools = sdk.toolNamespace({
          name: 'crm',
          description: 'Customers.',
          tools: [refund],
        });
        return go(agentWith({ tools: tools as Tool[] }));
      },
      [asking({ ...refundCall, namespace: 'crm' } as Item), final],
    ),
    hostedProbe(version),
    ...sandboxProbes(version),
  ];
}

/** Commands in a sandbox in memory, which the app opens, or the SDK for each run. */
function sandboxProbes(version: SdkVersion): readonly Probe[] {
  const { Manifest, SandboxAgent, shell } = sandboxOf(version);
  const probes = (name: string, sandbox: (session: object) => object) =>
    kitProbes(
      version,
      name,
      loop,
      ({ run, model, hook, go }) => {
        const execCommand = async ({ cmd }: { readonly cmd: string }): Promise<string> => {
          run.toolRan('exec_command', { cmd });
          return canaries.toolResult;
        };
        const session = { state: { manifest: new Manifest() }, execCommand };
        const agent = hook(new SandboxAgent({ name: 'shop', model, capabilities: [shell()] }));
        return go(agent, undefined, { sandbox: sandbox(session) });
      },
      [asking(calls('exec_command', { cmd: 'pay' })), final],
    );
  return [
    ...probes('agent in a sandbox', (session) => ({ session })),
    ...probes('agent in a sandbox of its own', (session) => ({
      client: { backendId: 'memory', create: async () => session },
    })),
  ];
}

/** A server of a class of the app's own. */
function serverOf(run: Kit['run']): never {
  const inputSchema = { type: 'object', properties: {}, additionalProperties: true, required: [] };
  const server = {
    name: 'shop',
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () => [{ name: 'refund', description: 'Pays.', inputSchema }],
    callTool: async (_name: string, args: unknown) => {
      run.toolRan('refund', args);
      return [{ type: 'text', text: canaries.toolResult }];
    },
  };
  return server as never;
}

/** A tool of the provider is not offered where it is denied: the model in memory runs it if it is. */
function hostedProbe(version: SdkVersion): Probe {
  return {
    name: 'hosted tool',
    asks: ['preToolCall'],
    app: async (run) => {
      const { sdk, model, agentWith, go } = openKit(version.sdk, run, false, [final]);
      const own = model.getResponse.bind(model);
      model.getResponse = async (request) => {
        const isOffered = request.tools.some(({ type }) => type === 'hosted_tool');
        if (isOffered) run.toolRan('hosted_mcp', {});
        const answer = await own(request);
        const { toolResult: output } = canaries;
        const item = { type: 'hosted_tool_call', name: 'mcp_call', id: 'h1', output };
        return isOffered
          ? { ...answer, output: [{ ...item, status: 'completed' } as never, ...answer.output] }
          : answer;
      };
      const tool = sdk.hostedMcpTool({ serverLabel: 'docs', serverUrl: 'https://docs.test' });
      return go(agentWith({ tools: [tool as Tool] }));
    },
  };
}
