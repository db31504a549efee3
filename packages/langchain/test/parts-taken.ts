import { SimpleChatModel } from '@langchain/core/language_models/chat_models';
import { DynamicStructuredTool, tool } from '@langchain/core/tools';
import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { withHooks } from '../src/index.ts';
import { graphOf, messages } from './inner-parts.ts';
import { PlainModel } from './plain-model.ts';

/** What the app takes out of a tool or of a class, and calls by itself. */
export function partsTaken(): void {
  functionsAreGated();
  takenPartsAreHooked();
}

const schema = z.object({ order: z.string() });
const order = { order: 'A-7' };
type Func = (args: typeof order) => unknown;

/** Each way by which LangChain makes a tool of a function. */
const MADE: Readonly<Record<string, (func: Func) => { readonly func: Func }>> = {
  'a tool': (func) => tool(func, { name: 'pay', description: 'Pays.', schema }) as never,
  'a tool that takes a text': (func) =>
    tool(func as never, { name: 'pay', description: 'Pays.' }) as never,
  'a tool of the class itself': (func) =>
    new DynamicStructuredTool({ name: 'pay', description: 'Pays.', schema, func: func as never }),
  'a tool that was frozen': (func) =>
    Object.freeze(tool(func, { name: 'pay', description: 'Pays.', schema })) as never,
};

function functionsAreGated(): void {
  test.each(Object.entries(MADE))(
    'the function of %s that no run has met passes its gate once',
    async (_what, make) => {
      const [hooks, asked, paid] = [createHooks(), [] as string[], [] as string[]];
      hooks.addHook('preToolCall', ({ call: { name } }) => void asked.push(name));
      const call = (pay: { readonly func: Func }): Promise<unknown> => {
        const graph = graphOf(() => Promise.resolve(pay.func(order)).catch(String));
        return withHooks(graph, hooks).invoke({ messages });
      };
      const pay = make(async () => paid.push('paid'));
      await call(pay);
      await call(pay);
      expect([asked, paid]).toEqual([
        ['pay', 'pay'],
        ['paid', 'paid'],
      ]);
      hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
      expect(JSON.stringify(await call(pay))).toContain('Blocked by guard');
      expect(JSON.stringify(await call(make(async () => paid.push('other'))))).toContain('guard');
      expect(paid).toEqual(['paid', 'paid']);
    },
  );

  test('what the app gave for a tool stays what it is', () => {
    const fields = { name: 'pay', description: 'Pays.', schema, func: async () => 'paid' };
    const before = Object.getOwnPropertyDescriptors(fields);
    const made = new DynamicStructuredTool(fields);
    expect(Object.getOwnPropertyDescriptors(fields)).toEqual(before);
    expect(Object.keys(made)).toContain('func');
  });
}

function takenPartsAreHooked(): void {
  test.each([
    ['_generate', new PlainModel('Hello.'), PlainModel],
    ['_generate', new SaysHello({}), SimpleChatModel],
    ['_call', new SaysHello({}), SaysHello],
    ['invoke', new PlainModel('Hello.'), PlainModel],
  ] as const)(
    '%s of a class, called on its hooked model, passes the hooks',
    async (name, own, of) => {
      const { hooks, asked } = { hooks: createHooks(), asked: [] as string[] };
      hooks.addHook('preRequest', () => void asked.push('preRequest'));
      const model = withHooks(own, hooks);
      const ways = [Reflect.get(of.prototype, name), Reflect.get(model, name)];
      for (const way of ways)
        expect(textIn(await Reflect.apply(way as Way, model, [messages, {}]))).toBe('Hello.');
      expect(asked).toEqual(['preRequest', 'preRequest']);
    },
  );
}

type Way = (...given: readonly unknown[]) => unknown;

function textIn(said: unknown): unknown {
  if (typeof said === 'string') return said;
  const { generations, text } = said as { text?: string; generations?: [{ text: string }] };
  return generations?.[0].text ?? text;
}

/** A model that writes only what it says. */
class SaysHello extends SimpleChatModel {
  override _llmType(): string {
    return 'hello';
  }

  override async _call(): Promise<string> {
    return 'Hello.';
  }
}
