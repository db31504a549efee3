import type { Dict } from '@interpose/core';
import {
  fakeHarness,
  fullSupport,
  type Harness,
  type McpSeam,
  type Scenario,
} from '@interpose/testing/conformance';
import { capabilities, withHooks } from '../../src/index.ts';
import type { SdkVersion } from '../sdk-versions.ts';
import type { Client } from '../sdk.ts';

/** An agent in memory whose one tool is that of a real MCP client, behind a hooked transport. */
export function transportHarness(version: SdkVersion): Harness {
  const host = fakeHarness();
  return {
    name: 'client transport',
    framework: 'mcp',
    version: version.version,
    capabilities,
    paths: { plain: ['client: request'], streamed: ['client: request'] },
    supports: fullSupport,
    exceptions: [],
    async start({ seams, ...scenario }, mode) {
      if (seams?.mcp === undefined) throw new TypeError('a transport shows what passes over MCP');
      const { client, names } = await connect(version, scenario, seams.mcp);
      const tools = names.map((name) => ({
        name,
        run: (args: Dict) => callTool(client, name, args),
      }));
      const run = await host.start({ ...scenario, tools }, mode);
      await client.close();
      return run;
    },
  };
}

async function connect(
  { sdk }: SdkVersion,
  { hooks, session, agent, user, trace }: Scenario,
  seam: McpSeam,
): Promise<{ readonly client: Client; readonly names: readonly string[] }> {
  const { server, pushes = [] } = seam;
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  far.onmessage = (message) => {
    const answers = seam.receive(message).map((answer) => complete(message, answer));
    if (message['method'] === 'notifications/initialized') answers.push(...pushes);
    for (const answer of answers) void far.send(answer);
  };
  await far.start();
  const client = new sdk.Client({ name: 'app', version: '1.0.0' }, { capabilities: {} });
  await client.connect(
    withHooks(near, hooks, {
      server,
      ...(session && { session }),
      ...(agent && { agent }),
      ...(user && { user }),
      ...(trace && { trace }),
    }),
  );
  const { tools } = await client.listTools();
  return { client, names: tools.map(({ name }) => name) };
}

async function callTool(client: Client, name: string, args: Dict): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as readonly { readonly text: string }[]).map(({ text }) => text).join('\n');
}

/** What this version of the SDK insists on in the answer to its first request. */
function complete({ method, params }: Dict, answer: Dict): Dict {
  if (method !== 'initialize') return answer;
  const { protocolVersion } = params as { readonly protocolVersion: string };
  const result = {
    capabilities: { tools: {} },
    serverInfo: { name: 'shop', version: '1.0.0' },
    ...(answer['result'] as Dict),
    protocolVersion,
  };
  return { ...answer, result };
}
