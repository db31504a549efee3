import { createHooks, type ModelRequest } from '@interpose/core';
import { findTexts } from '@interpose/testing/probes';
import type { AgentConfiguration } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { z } from 'zod';

import { MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const secret = '4z42';
const says = `Says ${secret}.`;
const parameters = z.object({});

const named = (sdk: Sdk, name: string, rest: object = {}) =>
  sdk.tool({ name, description: 'Looks.', parameters, execute: () => 'seen', ...rest });

/** Every text in a request that tells the model of its tools and its answer, except descriptions and schemas. */
const TEXTS: Readonly<Record<string, (sdk: Sdk) => Partial<AgentConfiguration>>> = {
  'what a tool gives': (sdk) => {
    const outputSchema = { type: 'object', description: says, properties: {} };
    return { tools: [Object.assign(named(sdk, 'look'), { outputSchema })] };
  },
  'what is set for a tool at its provider': (sdk) => ({
    tools: [Object.assign(named(sdk, 'look'), { providerData: { hint: says } })],
  }),
  'the description of a namespace': (sdk) => {
    const tools = [named(sdk, 'look'), named(sdk, 'find')] as never[];
    return { tools: [...sdk.toolNamespace({ name: 'crm', description: says, tools })] };
  },
  'the description of an MCP server': (sdk) => ({
    tools: [
      sdk.hostedMcpTool({
        serverLabel: 'shop',
        serverUrl: 'https://shop.example',
        serverDescription: says,
        authorization: 'key',
      }),
    ],
  }),
  'the place of a search': () => ({
    tools: [
      {
        type: 'hosted_tool',
        name: 'web_search',
        providerData: { type: 'web_search', user_location: { city: secret } },
      },
    ],
  }),
  'a skill of a shell': (sdk) => ({
    tools: [
      sdk.shellTool({
        shell: { run: async () => ({ output: [] }) },
        environment: {
          type: 'local',
          skills: [{ name: 'tidy', description: says, path: '/' }],
        },
      } as never),
    ],
  }),
  'the description of a handoff': (sdk) => ({
    handoffs: [new sdk.Agent({ name: 'desk', handoffDescription: says })],
  }),
  'the shape of an answer': () => ({
    outputType: z.object({ paid: z.string().describe(says) }) as never,
  }),
};

function hidden<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(secret, '[hidden]')) as T;
}

describe.each(sdkVersions)('what a model is told, SDK $version', ({ sdk, version }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });
  const isOld = version === '0.11.8';
  // The older version sends neither of the two for a function.
  const told = Object.keys(TEXTS).filter((text) => !isOld || !/gives|provider/.test(text));

  /** Asks the model, with hooks that change the request. Returns the request that the model got. */
  const askWith = async (text: string, change?: (request: ModelRequest) => ModelRequest) => {
    const shown: ModelRequest[] = [];
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) => {
      shown.push(request);
      return change && { request: change(request) };
    });
    const model = new MemoryModel('{"paid":"yes"}');
    const agent = new sdk.Agent({ name: 'shop', model, ...TEXTS[text]!(sdk) });
    await runner.run(withHooks(agent as never, hooks), 'Go.');
    const { tools, handoffs, outputType } = model.asked[0]!;
    return { shown: shown[0]!, sent: { tools, handoffs, outputType } };
  };

  test.each(told)('%s is read by hooks, and sent as they left it', async (text) => {
    const { sent: before } = await askWith(text);
    const { shown, sent } = await askWith(text, (request) => ({
      ...request,
      ...hidden({ tools: request.tools!, settings: request.settings! }),
    }));
    expect((await findTexts([before], [secret])).size).toBe(1);
    expect((await findTexts([shown], [secret])).size).toBe(1);
    expect(sent).toEqual(hidden(before));
  });

  test('the key to a server is not shown, and is sent', async () => {
    const { shown, sent } = await askWith('the description of an MCP server', (request) => ({
      ...request,
      tools: hidden(request.tools!),
    }));
    expect(JSON.stringify(shown)).not.toContain('"key"');
    expect(JSON.stringify(sent)).toContain('"authorization":"key"');
  });

  test('one description of a namespace holds for all of its tools', async () => {
    const { sent } = await askWith('the description of a namespace', (request) => {
      const [first, ...others] = request.tools!;
      return { ...request, tools: [hidden(first!), ...others] };
    });
    const descriptions = (sent.tools as { readonly namespaceDescription?: string }[]).map(
      ({ namespaceDescription }) => namespaceDescription,
    );
    expect(descriptions).toEqual(['Says [hidden].', 'Says [hidden].']);
  });

  test('what hooks take out is not told', async () => {
    const strip = (request: ModelRequest): ModelRequest => {
      const { handoffs: _handoffs, ...settings } = request.settings!;
      const tools = request.tools!.map(({ name, origin, inputSchema }) => ({
        ...{ name, origin, inputSchema },
      }));
      return { ...request, tools, settings };
    };
    const { sent } = await askWith('the description of a handoff', strip);
    expect(sent.handoffs).toEqual([]);
    const { sent: other } = await askWith('what is set for a tool at its provider', strip);
    expect(other.tools).toMatchObject([{ name: 'look', description: '' }]);
    expect(JSON.stringify(other.tools)).not.toContain(secret);
    const { sent: spaced } = await askWith('the description of a namespace', strip);
    const crm = { namespace: 'crm', namespaceDescription: 'crm' };
    expect(spaced.tools).toMatchObject([crm, crm]);
  });
});
