import { RunnableLambda } from '@langchain/core/runnables';
import { StructuredTool } from '@langchain/core/tools';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { createAgent, FakeToolCallingModel } from 'langchain';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { withHooks } from '../index.ts';

interface Args {
  readonly path: string;
}
type Body = (args: Args) => unknown;

const schema = z.object({ path: z.string() });
const offer = { name: 'files', description: 'Works on files.', schema };

class Files extends StructuredTool {
  override name = offer.name;
  override description = offer.description;
  override schema = schema;
  readonly #body: Body;

  constructor(body: Body) {
    super();
    this.#body = body;
  }

  override async invoke(given: unknown): Promise<never> {
    return (await this.#body(argsOf(given))) as never;
  }

  protected override async _call(): Promise<never> {
    throw new Error('This tool does its work in invoke.');
  }
}

function argsOf(given: unknown): Args {
  return (given as { readonly args?: Args }).args ?? (given as Args);
}

/** Tools with an `invoke` of their own. */
const KINDS: Readonly<Record<string, (body: Body) => StructuredTool>> = {
  'a plain object': (body) => {
    const invoke = async (given: unknown) => body(argsOf(given));
    // An object that does not come from a class of LangChain can still be a tool of an agent.
    return { ...offer, lc_runnable: true, lc_namespace: [], invoke } as unknown as StructuredTool;
  },
  'a chain made into a tool': (body) =>
    // A chain made into a tool has another class, which agents take as well.
    RunnableLambda.from(body).asTool(offer) as unknown as StructuredTool,
  'a class with an invoke of its own': (body) => new Files(body),
};

function denying(): Hooks {
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) =>
    call.args['path'] === 'all' ? deny('not all of them') : undefined,
  );
  return hooks;
}

const input = { messages: [{ role: 'user', content: 'Go.' }] };

function agentFor(files: StructuredTool, path: string, hooks: Hooks) {
  const toolCalls = [[{ name: 'files', args: { path }, id: 'c1' }], []];
  const model = new FakeToolCallingModel({ toolCalls });
  return withHooks(createAgent, hooks)({ model, tools: [files] });
}

describe.each(Object.entries(KINDS))('while it runs, %s', (_kind, make) => {
  test.each(['the same hooks', 'hooks of its own'])(
    'is gated where an agent inside of it, with %s, calls it',
    async (whose) => {
      const inside = denying();
      const hooks = whose === 'the same hooks' ? inside : createHooks();
      const ran: string[] = [];
      let inner: unknown;
      const files = make(async ({ path }) => {
        ran.push(path);
        if (path === 'some') inner = await agentFor(files, 'all', inside).invoke(input);
        return 'done';
      });
      await agentFor(files, 'some', hooks).invoke(input);
      expect(ran).toEqual(['some']);
      expect(JSON.stringify(inner)).toContain('not all of them');
    },
  );

  test('is gated where its own code calls it with something else', async () => {
    const ran: string[] = [];
    const files = make(async ({ path }) => {
      ran.push(path);
      return path === 'some' ? String(await files.invoke({ path: 'all' }).catch(String)) : 'done';
    });
    const state = await agentFor(files, 'some', denying()).invoke(input);
    expect(ran).toEqual(['some']);
    expect(JSON.stringify(state)).toContain('not all of them');
  });

  test('starts nothing that runs unasked once the run is over', async () => {
    const ran: string[] = [];
    const over = Promise.withResolvers<void>();
    let later: Promise<unknown> = Promise.resolve();
    const files = make(({ path }) => {
      ran.push(path);
      if (path === 'other') return 'done';
      later = over.promise.then(async (): Promise<unknown> => files.invoke({ path: 'other' }));
      return 'done';
    });
    await agentFor(files, 'some', denying()).invoke(input);
    over.resolve();
    await expect(later).rejects.toThrow('tool_unhooked');
    expect(ran).toEqual(['some']);
  });
});
