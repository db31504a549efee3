import { createHooks, deny, type EventName } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

/** Hooks that refuse at one event, and the events that they were asked about. */
function refusing(event: EventName) {
  const hooks = createHooks();
  const [asked, told] = [[] as string[], [] as string[]];
  hooks.addHook('onHookError', ({ code }) => void told.push(code));
  hooks.addHook(event as 'preRequest', () => void asked.push(event));
  hooks.addHook(event as 'preRequest', () => deny('no'), { name: 'guard' });
  return { hooks, asked, told };
}

describe('what is taken out of a hooked model', () => {
  interface Inner {
    readonly completions: { invoke(text: string): Promise<{ readonly text: string }> } & {
      readonly client: { chat: { completions: { create(body: object): Promise<unknown> } } };
      completionWithRetry(body: object): Promise<unknown>;
    };
  }
  type Held = Record<number, unknown>;
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hi.' }] };

  test('is hooked as well where it is a model', async () => {
    const { model, requests } = await scriptedChatModel([says('Hello.')]);
    const { hooks, asked } = refusing('preRequest');
    // LangChain's types do not show the inner models, hence the cast.
    const { completions } = withHooks(model, hooks) as unknown as Inner;
    expect((await completions.invoke('Hi.')).text).toBe('Blocked by policy.');
    expect([asked, requests()]).toEqual([['preRequest'], []]);
  });

  test('is hooked where a method of its own picks it, and a method that answers with itself stays hooked', async () => {
    class Choosing extends PlainModel {
      readonly #inner = new PlainModel('Hi.');
      readonly late = Promise.resolve(this.#inner);
      choose(): PlainModel {
        return this.#inner;
      }
      all(): readonly PlainModel[] {
        return [this.#inner];
      }
      async find(): Promise<PlainModel> {
        return this.#inner;
      }
      loud(): this {
        return this;
      }
    }
    const { hooks, asked } = refusing('preRequest');
    const model = new Choosing('Hi.');
    const own = withHooks(model, hooks);
    expect(own.loud()).toBe(own);
    for (const picked of [own.choose(), await own.find(), own.all()[0]!, await own.late])
      expect((await picked.invoke('Hi.')).text).toBe('Blocked by policy.');
    expect([asked.length, model.choose().asked]).toEqual([4, 0]);
  });

  test.each([
    ['a list', () => [] as unknown[], (list: Held, model: object) => void (list[0] = model)],
    ['a record', () => ({}), (record: Held, model: object) => void (record[0] = model)],
    [
      'a list in a record',
      () => ({ 0: [] }),
      (held: Held, model: object) => void (held[0] = [model]),
    ],
    [
      'a list of something else',
      () => ['a'],
      (list: Held, model: object) => void (list[0] = model),
    ],
  ])('is hooked where it was put into %s later', async (_what, make, put) => {
    class Choosing extends PlainModel {
      readonly held: Held = make();
    }
    const { hooks, asked } = refusing('preRequest');
    const [model, inner] = [new Choosing('Hi.'), new PlainModel('Hi.')];
    const own = withHooks(model, hooks);
    const early = own.held;
    put(model.held, inner);
    const isNew = Object.keys(make()).length === 0;
    for (const held of isNew ? [early, own.held] : [own.held]) {
      const [found] = [held[0]].flat() as PlainModel[];
      await found!.invoke('Hi.');
    }
    expect([asked.length, inner.asked]).toEqual([isNew ? 2 : 1, 0]);
  });

  test('is told of where a map keeps it', async () => {
    class Choosing extends PlainModel {
      readonly held = new Map<string, PlainModel>();
    }
    const { hooks, told } = refusing('onHookError');
    const model = new Choosing('Hi.');
    const { held } = withHooks(model, hooks);
    held.set('fast', new PlainModel('Hi.'));
    expect(told).not.toContain('unmediated_call');
    await held.get('fast')!.invoke('Hi.');
    expect(told).toContain('unmediated_call');
    const enforced = withHooks(model, hooks, { require: 'enforced' });
    expect(() => enforced.held.get('fast')).toThrow('[not_enforced]');
  });

  test('is told of once where it is a client, and refused where all has to be enforced', async () => {
    const { model, requests } = await scriptedChatModel([says('Hello.'), says('.'), says('.')]);
    await model.invoke('Hi.');
    const { hooks, told } = refusing('onHookError');
    // The cast again: the type of the model has no inner models.
    const inner = (withHooks(model, hooks) as unknown as Inner).completions;
    await inner.client.chat.completions.create(body);
    await inner.completionWithRetry(body);
    expect([told.filter((code) => code === 'unmediated_call').length, requests().length]).toEqual([
      2, 3,
    ]);
    // The cast again, for a model that has to be enforced.
    const enforced = withHooks(model, hooks, { require: 'enforced' }) as unknown as Inner;
    const { client: raw } = enforced.completions;
    expect(() => raw.chat.completions.create(body)).toThrow('[not_enforced]');
    expect(() => enforced.completions.completionWithRetry(body)).toThrow('[not_enforced]');
    expect(requests().length).toBe(3);
  });
});
