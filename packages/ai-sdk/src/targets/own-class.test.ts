import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

type Asked = { readonly prompt: string };

describe.each(sdkVersions)('an agent of the app, on ai $version', ({ sdk }) => {
  /** Counts its calls in private and public fields, and asks again after a bad answer. */
  class Clerk extends sdk.ToolLoopAgent {
    #asked = 0;
    lastPrompt = '';

    get asked(): number {
      return this.#asked;
    }

    override async generate(given: never): Promise<never> {
      this.#asked += 1;
      this.lastPrompt = (given as Asked).prompt;
      const first = (await super.generate(given)) as { readonly text: string };
      return (first.text === 'bad' ? super.generate(given) : first) as never;
    }

    async ask(prompt: string): Promise<string> {
      await Promise.resolve();
      return ((await this.generate({ prompt } as never)) as { readonly text: string }).text;
    }
  }

  const ending = () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('onChatStart', () => void log.push('start'));
    for (const event of ['onChatDone', 'onChatError', 'onChatAbort'] as const)
      hooks.observe(event, () => void log.push(event));
    hooks.addHook('preRequest', () => void log.push('asked'));
    return { hooks, log };
  };

  test('keeps its private fields, and what it writes reaches the agent', async () => {
    const { hooks } = ending();
    const own = new Clerk({ model: memoryModel([{ text: 'good' }]).model });
    const hooked = withHooks(own, hooks);
    expect(await hooked.ask('Hi')).toBe('good');
    expect([hooked.asked, own.asked, own.lastPrompt, hooked.lastPrompt]).toEqual([
      1,
      1,
      'Hi',
      'Hi',
    ]);
    hooked.lastPrompt = 'changed';
    expect(own.lastPrompt).toBe('changed');
    expect(hooked).toBeInstanceOf(Clerk);
  });

  test('passes the hooks however its methods call it, and ends every chat it began', async () => {
    const { hooks, log } = ending();
    const { model } = memoryModel([{ text: 'bad' }, { text: 'good' }]);
    expect(await withHooks(new Clerk({ model }), hooks).ask('Hi')).toBe('good');
    await hooks.flush();
    expect(log).toEqual(['start', 'asked', 'start', 'asked', 'onChatDone', 'onChatDone']);
  });

  test.each(['an instance', 'a class of the hooked module'])(
    'passes the hooks where a method asks the class above by itself: %s',
    async (how) => {
      const { hooks, log } = ending();
      const Above = how === 'an instance' ? sdk.ToolLoopAgent : withHooks(sdk, hooks).ToolLoopAgent;
      class Asker extends Above {
        override generate(): Promise<never> {
          return Promise.reject(new Error('not asked'));
        }

        override stream(): Promise<never> {
          return Promise.reject(new Error('not asked'));
        }

        async ask(prompt: string): Promise<string> {
          await Promise.resolve();
          return (await super.generate({ prompt })).text;
        }

        async read(prompt: string): Promise<string> {
          return (await super.stream({ prompt })).text;
        }
      }
      hooks.addHook('preRequest', () => deny('closed', { message: 'We are closed.' }));
      const made = new Asker({ model: memoryModel([{ text: 'open' }]).model });
      const hooked = how === 'an instance' ? withHooks(made, hooks) : made;
      expect([await hooked.ask('Hi'), await hooked.read('Hi')]).toEqual([
        'We are closed.',
        'We are closed.',
      ]);
      await hooks.flush();
      expect(log.filter((each) => each === 'start')).toHaveLength(2);
      expect(log.filter((each) => each === 'onChatDone')).toHaveLength(2);
    },
  );

  test('lets agents of the same class that nobody hooked answer as ever', async () => {
    class Asker extends sdk.ToolLoopAgent {
      async ask(prompt: string): Promise<string> {
        return (await super.generate({ prompt })).text;
      }
    }
    const asker = (): Asker => new Asker({ model: memoryModel([{ text: 'open' }]).model });
    withHooks(asker(), ending().hooks);
    expect(await asker().ask('Hi')).toBe('open');
  });

  test('is told of when its own method asks the class above as it was before hooks', async () => {
    class Asker extends sdk.ToolLoopAgent {
      ask(prompt: string): Promise<unknown> {
        return super.generate({ prompt });
      }
    }
    const own = new Asker({ model: memoryModel([{ text: 'open' }]).model });
    withHooks(own, createHooks(), { require: 'enforced' });
    await expect(own.ask('Hi')).rejects.toMatchObject({ code: 'unhooked_original' });
  });

  test('fails every chat it began when the second call fails', async () => {
    const { hooks, log } = ending();
    const { model } = memoryModel([{ text: 'bad' }]);
    await expect(withHooks(new Clerk({ model }), hooks).ask('Hi')).rejects.toThrow(/./);
    await hooks.flush();
    expect(log.filter((each) => each === 'start')).toHaveLength(2);
    expect(log.filter((each) => each === 'onChatError')).toHaveLength(2);
  });

  test('is policed by each layer, also where its own method asks', async () => {
    const [inner, outer] = [ending(), createHooks()];
    outer.addHook('preRequest', () => deny('closed', { message: 'We are closed.' }));
    const own = new Clerk({ model: memoryModel([]).model });
    const hooked = withHooks(withHooks(own, inner.hooks), outer);
    expect(await hooked.ask('Hi')).toBe('We are closed.');
    expect(((await hooked.generate({ prompt: 'Hi' } as never)) as { text: string }).text).toBe(
      'We are closed.',
    );
    expect(own.asked).toBe(2);
  });

  test('has two calls at once apart from each other', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ request }) =>
      JSON.stringify(request).includes('secret') ? deny('no', { message: 'No.' }) : undefined,
    );
    const hooked = withHooks(new Clerk({ model: memoryModel([{ text: 'good' }]).model }), hooks);
    expect(await Promise.all([hooked.ask('secret'), hooked.ask('Hi')])).toEqual(['No.', 'good']);
  });

  test('is told of, and refused where enforcement is asked for, when it runs as it was', async () => {
    const own = new Clerk({ model: memoryModel([{ text: 'good' }]).model });
    const hooked = withHooks(own, createHooks(), { require: 'enforced' });
    await expect(own.ask('Hi')).rejects.toMatchObject({ code: 'unhooked_original' });
    expect(await hooked.ask('Hi')).toBe('good');
  });

  test('that is frozen is refused with the remedy, and a frozen one of the SDK is hooked', async () => {
    const { hooks, log } = ending();
    const { model } = memoryModel([{ text: 'good' }]);
    const frozen = Object.freeze(new Clerk({ model }));
    expect(() => withHooks(frozen, hooks)).toThrow(/^\[target_frozen\].*hook it before/);
    const plain = withHooks(Object.freeze(new sdk.ToolLoopAgent({ model })), hooks);
    expect((await plain.generate({ prompt: 'Hi' })).text).toBe('good');
    expect(log).toContain('asked');
  });
});
