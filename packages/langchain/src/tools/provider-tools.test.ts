import { tool } from '@langchain/core/tools';
import { AIMessage } from '@langchain/core/messages';
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
} from '@langchain/core/language_models/chat_models';
import type { ChatResult } from '@langchain/core/outputs';
import { ask, createHooks, deny, type Hooks, type Tool } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test } from 'vitest';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'What is new?' }] };

/** A tool as the provider gets it: its own tool by type, a function by name. */
type Offer = { readonly type?: string; readonly name?: string; readonly server_label?: string };

interface CallOptions extends BaseChatModelCallOptions {
  readonly tools?: readonly Offer[];
}

/** A model whose provider has tools of its own. It keeps the tools that it got with each call. */
class SearchingModel extends BaseChatModel<CallOptions> {
  readonly offers: (readonly (string | undefined)[])[] = [];
  labels: readonly (string | undefined)[] = [];

  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'searching';
  }

  override bindTools(tools: readonly Offer[]): ReturnType<this['withConfig']> {
    return this.withConfig({ tools }) as ReturnType<this['withConfig']>;
  }

  override _generate(_messages: unknown, { tools = [] }: CallOptions): Promise<ChatResult> {
    this.offers.push(tools.map(({ name, type }) => name ?? type));
    this.labels = tools.map(({ server_label: label }) => label);
    const message = new AIMessage('Nothing.');
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

async function offered(hooks: Hooks): Promise<readonly (string | undefined)[] | undefined> {
  const model = new SearchingModel();
  const own = tool(() => 'found', { name: 'lookup', description: 'Looks up.', schema: {} });
  const agent = withHooks(createAgent, hooks)({ model, tools: [own, { type: 'web_search' }] });
  await agent.invoke(question);
  expect(model.offers).toHaveLength(1);
  return model.offers[0];
}

describe('a tool that the provider runs', () => {
  test('is gated before it is offered, as what it is', async () => {
    const hooks = createHooks();
    const seen: Tool[] = [];
    hooks.addHook('preToolCall', (ctx) => void seen.push(ctx.tool));
    expect(await offered(hooks)).toEqual(['lookup', 'web_search']);
    expect(seen).toMatchObject([{ name: 'web_search', origin: 'provider' }]);
  });

  test.each([
    ['denied', () => deny('no searches')],
    ['asked about, since nobody can ask while it runs', () => ask('may it search?')],
    ['answered, since nobody can answer for the provider', () => ({ result: 'nothing' })],
  ])('is not offered when it was %s', async (_, verdict) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', verdict, { tool: 'web_search' });
    expect(await offered(hooks)).toEqual(['lookup']);
  });

  test('is told from another MCP server by its label, at every place that names it', async () => {
    const hooks = createHooks();
    const names: Record<string, string[]> = { gate: [], request: [], inventory: [] };
    hooks.addHook('preToolCall', ({ call }) => {
      names['gate']!.push(call.name);
      return call.name === 'mcp:git' ? deny('no repositories') : undefined;
    });
    hooks.addHook('preRequest', ({ request }) => {
      names['request']!.push(...(request.tools ?? []).map(({ name }) => name));
    });
    hooks.addHook('onInventoryChange', ({ component: { kind, name } }) => {
      if (kind === 'tool') names['inventory']!.push(name);
    });
    const model = new SearchingModel();
    const tools = ['git', 'mail'].map((label) => ({ type: 'mcp', server_label: label }));
    await withHooks(createAgent, hooks)({ model, tools }).invoke(question);
    expect([model.labels, names]).toEqual([
      ['mail'],
      {
        gate: ['mcp:git', 'mcp:mail'],
        request: ['mcp:mail'],
        inventory: ['mcp:git', 'mcp:mail'],
      },
    ]);
  });

  test('is not offered while its scope is gone', async () => {
    const hooks = createHooks();
    hooks.scopes.register({ name: 'web', tools: ['web_search'] })();
    expect(await offered(hooks)).toEqual(['lookup']);
  });
});
