import { createHooks, type ModelRequest, type ToolSpec } from '@interpose/core';
import { findTexts } from '@interpose/testing/probes';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

const secret = '4z42';
const says = `Says ${secret}.`;
const parameters = { type: 'object', properties: {} };
const grammar = { type: 'grammar', syntax: 'lark', definition: `start: "${secret}"` };

/** A tool in the form of each provider, with a text outside of its description and its schema. */
const TOOLS: Readonly<Record<string, object>> = {
  'a custom tool': { type: 'custom', name: 'ask', format: grammar },
  'a custom tool of a chat': { type: 'custom', custom: { name: 'ask', format: grammar } },
  'a function of a chat': {
    type: 'function',
    function: { name: 'pay', description: 'Pays.', parameters, strict: true, examples: [says] },
    cache_control: { type: 'ephemeral', note: says },
  },
  'a tool of Anthropic': {
    name: 'pay',
    input_schema: parameters,
    input_examples: [{ card: says }],
  },
  'a tool of Bedrock': { toolSpec: { name: 'pay', inputSchema: { json: parameters }, hint: says } },
  'a tool of Cohere': {
    name: 'pay',
    description: 'Pays.',
    parameterDefinitions: { card: { description: says, type: 'str' } },
  },
  'the functions of Google': { functionDeclarations: [{ name: 'pay', description: says }] },
  'a search of the provider': {
    type: 'web_search_20250305',
    name: 'web_search',
    user_location: { city: secret },
  },
  'a server of the provider': {
    type: 'mcp',
    server_label: 'shop',
    server_url: 'https://shop.example',
    server_description: says,
    authorization: 'key',
  },
};

function hidden<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(secret, '[hidden]')) as T;
}

/** Returns the tools that a model gets, after hooks that may change them. */
async function askWith(tool: object, change?: (tools: readonly ToolSpec[]) => readonly ToolSpec[]) {
  const hooks = createHooks();
  const shown: ModelRequest[] = [];
  hooks.addHook('preRequest', ({ request }) => {
    shown.push(request);
    return change && { request: { ...request, tools: change(request.tools!) } };
  });
  const sent: unknown[] = [];
  class Model extends PlainModel {
    override async _generate(...given: Parameters<PlainModel['_generate']>) {
      sent.push((given as readonly unknown[])[1]);
      return super['_generate'](...given);
    }
  }
  await withHooks(new Model('Done.'), hooks).invoke('Go.', { tools: [tool] } as never);
  const [{ tools }] = sent as [{ readonly tools: readonly unknown[] }];
  return { shown: shown[0]!, tools };
}

describe.each(Object.entries(TOOLS))('what %s says beside its description', (_, tool) => {
  test('is read by hooks before a request, and sent as they left it', async () => {
    const { shown, tools } = await askWith(tool, hidden);
    expect((await findTexts([shown], [secret])).size).toBe(1);
    expect(tools).toEqual([hidden(tool)]);
  });

  test('is sent as it is where hooks left it', async () => {
    expect((await askWith(tool)).tools[0]).toBe(tool);
  });
});

test('the key to a server is not shown', async () => {
  const { shown } = await askWith(TOOLS['a server of the provider']!);
  expect(JSON.stringify(shown)).not.toContain('"key"');
});

test('what hooks take out of a tool is not sent', async () => {
  const { tools } = await askWith(TOOLS['a function of a chat']!, ([spec]) => {
    const { definition: _definition, description: _description, ...rest } = spec!;
    return [rest];
  });
  expect(tools).toEqual([
    { type: 'function', function: { name: 'pay', parameters, strict: true } },
  ]);
});
