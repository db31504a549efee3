import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { hear } from '../../test/open-stream.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** Returns hooks, and a log of the events in their chats. */
function counting() {
  const hooks = createHooks();
  const log = hear(hooks, 'onChatStart', 'onChatDone');
  hooks.addHook('preRequest', () => void log.push('asked'));
  return { hooks, log };
}

describe.each(sdkVersions)(
  'an agent of a class that extends the hooked one, on ai $version',
  ({ sdk }) => {
    test.each(['once', 'in two layers'])(
      'keeps its private fields, and passes the hooks however its methods ask: %s',
      async (how) => {
        const { hooks, log } = counting();
        class Made extends withHooks(sdk, hooks).ToolLoopAgent {
          #asked = 0;
          readonly ask = (prompt: string): Promise<string> => this.#ask(prompt);

          get asked(): number {
            return this.#asked;
          }

          override async generate(given: never): Promise<never> {
            this.#asked += 1;
            return (await super.generate(given)) as never;
          }

          async #ask(prompt: string): Promise<string> {
            await Promise.resolve();
            return ((await this.generate({ prompt } as never)) as { readonly text: string }).text;
          }

          past(prompt: string): Promise<{ readonly text: string }> {
            return super.generate({ prompt });
          }
        }
        const made = new Made({ model: memoryModel([{ text: '1' }, { text: '2' }]).model });
        expect([made instanceof Made, made instanceof sdk.ToolLoopAgent]).toEqual([true, true]);
        const outer = counting();
        const hooked = how === 'once' ? made : withHooks(made, outer.hooks);
        expect([await hooked.ask('Hi'), hooked.asked, made.asked]).toEqual(['1', 1, 1]);
        expect((await Made.prototype.past.call(hooked, 'Hi')).text).toBe('2');
        await Promise.all([hooks.flush(), outer.hooks.flush()]);
        const whole = ['onChatStart', 'asked', 'onChatDone', 'onChatStart', 'asked', 'onChatDone'];
        expect([log, outer.log]).toEqual([whole, how === 'once' ? [] : whole]);
      },
    );
  },
);
