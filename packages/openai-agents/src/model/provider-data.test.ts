import { createHooks, deny, type Hooks } from '@interpose/core';
import { Runner } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { agentOn, modes, openTool, runIn } from '../../test/app.ts';
import { MemoryModel } from '../../test/memory-model.ts';
import { inspect, withHooks } from '../index.ts';

const server = { type: 'mcp', server_label: 'git', server_url: 'https://example.com/mcp' };
const search = { type: 'web_search_preview_2025_03_11' };
const pay = { type: 'function', name: 'pay', parameters: {} };
const space = { type: 'namespace', name: 'n', tools: [pay, server] };

/** Runs an agent twice with these provider settings. Returns what the model got of them, and what hooks were told. */
async function sent(hooks: Hooks, providerData: object, mode: (typeof modes)[number] = 'plain') {
  const told: string[] = [];
  hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
  const model = new MemoryModel('One.', 'Two.');
  const tools = [openTool('pay', () => 'paid')];
  const agent = withHooks(agentOn(model, { tools, modelSettings: { providerData } }), hooks);
  await runIn(mode, agent, 'Hi.');
  await runIn(mode, agent, 'Hi again.');
  const keys = told.map((each) => /\[unmediated_call\] providerData (\S+)/.exec(each)?.[1]);
  return { data: model.asked[0]?.modelSettings.providerData, keys, model };
}

describe.each(modes)('a tool of the provider that its settings bring (%s)', (mode) => {
  const refusing = (asked: string[] = []): Hooks => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => {
      asked.push(call.name);
      return deny('no tools of others');
    });
    return hooks;
  };

  test.each([
    ['in the list of tools', { tools: [pay, server] }, { tools: [pay] }, 'hosted_mcp:git'],
    ['alone in it', { tools: [search], top_k: 1 }, { top_k: 1 }, 'web_search'],
    [
      'in a namespace',
      { tools: [space] },
      { tools: [{ ...space, tools: [pay] }] },
      'hosted_mcp:git',
    ],
    ['as a search', { web_search_options: {}, user: 'u' }, { user: 'u' }, 'web_search'],
    ['in another body', { extra_body: { tools: [server] } }, { extra_body: {} }, 'hosted_mcp:git'],
    [
      'in one of another name',
      { extraBody: { tools: [server] } },
      { extraBody: {} },
      'hosted_mcp:git',
    ],
    ['without a kind', { tools: [{ google_search: {} }] }, {}, 'google_search'],
    [
      'in a container',
      { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] },
      {},
      'shell',
    ],
    ['with a name of its own', { tools: [{ type: 'provider', name: 'find' }] }, {}, 'find'],
  ])(
    'is asked about and not offered where a policy denies it: %s',
    async (_, given, left, name) => {
      const asked: string[] = [];
      const before = structuredClone(given);
      const { data, model } = await sent(refusing(asked), given, mode);
      expect([data, asked[0], given]).toEqual([left, name, before]);
      expect(model.asked[0]?.tools).toHaveLength(1);
    },
  );

  test('is shown to the inventory and to scopes, as others of the provider are', async () => {
    const [inventory, scoped] = [createHooks(), createHooks()];
    const shown: unknown[] = [];
    inventory.addHook('onInventoryChange', ({ component: { name, metadata } }) => {
      if (name === 'hosted_mcp:git') return deny(String(shown.push(metadata?.['origin'])));
      return undefined;
    });
    scoped.scopes.register({ name: 'away', tools: ['hosted_mcp:git'] })();
    for (const hooks of [inventory, scoped])
      expect((await sent(hooks, { tools: [pay, server] }, mode)).data).toEqual({ tools: [pay] });
    expect(shown[0]).toBe('provider');
  });

  test('stays, in the very same settings, where nobody objects', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const given = { tools: [pay, server, space], web_search_options: {}, extra_body: { a: 1 } };
    expect((await sent(hooks, given, mode)).data).toBe(given);
  });
});

describe('settings of the provider that are sent over what hooks have judged', () => {
  const judged = {
    tools: [pay],
    functions: [],
    messages: [],
    input: 'x',
    instructions: undefined,
    prompt: { id: 'p' },
    model: 'other',
    previous_response_id: 'r',
    mcp_servers: [],
  };

  test('are told of once each, also in another body, and passed on', async () => {
    const given = {
      ...judged,
      extra_body: { system: 'x' },
      reasoning: { effort: 'low', say: 'x y' },
    };
    const { data, keys } = await sent(createHooks(), given);
    const names = [...Object.keys(judged), 'extra_body.system', 'reasoning.say'];
    expect(data).toBe(given);
    expect(keys).toEqual(names);
  });

  test('are none of those that only say how a model answers', async () => {
    const plain = {
      reasoning_effort: 'low',
      extra_headers: { a: 'b' },
      extra_body: { promptCacheKey: 'k', text: { verbosity: 'low' } },
    };
    expect((await sent(createHooks(), plain)).keys).toEqual([]);
    const required = { require: 'enforced' } as const;
    const settings = { modelSettings: { providerData: plain } };
    const agent = withHooks(agentOn(new MemoryModel('One.'), settings), createHooks(), required);
    expect((await runIn('plain', agent, 'Hi.')).finalOutput).toBe('One.');
  });

  test('are none where an app says that there are none', async () => {
    expect((await sent(createHooks(), null as never)).data).toBe(null);
  });

  test.each(Object.entries(judged))(
    "are refused under require: 'enforced', of an agent, a runner and a later agent: %s",
    async (name, value) => {
      const required = { require: 'enforced' } as const;
      const modelSettings = { providerData: { [name]: value } };
      const refusal = new RegExp(`^\\[not_enforced\\].*providerData ${name}`);
      const model = new MemoryModel('One.');
      const open = agentOn(model, { modelSettings });
      expect(() => withHooks(open, createHooks(), required)).toThrow(refusal);
      expect(inspect(open).map(({ path }) => path)).toContain(`providerData ${name}`);
      const agent = withHooks(agentOn(model), createHooks(), required);
      for (const options of [{}, { stream: true as const }]) {
        const runner = new Runner({ tracingDisabled: true, modelSettings });
        await expect(
          (async () => {
            const result = await runner.run(agent, 'Hi.', options as object);
            await (result as { readonly completed?: Promise<void> }).completed;
          })(),
        ).rejects.toThrow(refusal);
      }
      agent.modelSettings = modelSettings;
      await expect(runIn('plain', agent, 'Hi.')).rejects.toThrow(refusal);
      expect(model.asked).toEqual([]);
    },
  );
});

describe('a prompt that the service keeps', () => {
  test("is refused under require: 'enforced', also where it is set later, and passed on otherwise", async () => {
    const required = { require: 'enforced' } as const;
    const prompt = { promptId: 'p', variables: { who: 'me' } };
    const model = new MemoryModel('One.');
    const kept = agentOn(model, { prompt });
    const refusal = /^\[not_enforced\].*prompt kept by the service/;
    expect(() => withHooks(kept, createHooks(), required)).toThrow(refusal);
    const agent = withHooks(agentOn(model), createHooks(), required);
    agent.prompt = prompt;
    for (const mode of modes) await expect(runIn(mode, agent, 'Hi.')).rejects.toThrow(refusal);
    const late = withHooks(agentOn(model), createHooks(), required);
    late.instructions = () => {
      late.prompt = prompt;
      return '';
    };
    await expect(runIn('plain', late, 'Hi.')).rejects.toThrow(refusal);
    expect(model.asked).toEqual([]);
    expect((await runIn('plain', withHooks(kept, createHooks()), 'Hi.')).finalOutput).toBe('One.');
    expect(model.asked[0]?.prompt).toEqual(prompt);
  });
});
