import assert from 'node:assert/strict';

import { deny, mapText, textOf } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectWithheld, requestAt, userTexts } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for messages that the app sends again. */
export const resentHistory: readonly Behaviour[] = theme('resent-history', [
  {
    id: 'C024',
    title: 'an older user message of a resent history does not fire again',
    rows: [2],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onUserMessage');
      const session = { id: 'resent' };
      const first = await bench.start({
        hooks,
        session,
        model: [says('Ten euros.')],
        messages: question,
      });
      const again = [{ role: 'user', text: 'And in dollars?' }] as const;
      const second = await bench.start({
        hooks,
        session,
        after: first,
        model: [says('Eleven.')],
        messages: again,
      });
      await hooks.flush();
      expectAnswer(second, 'Eleven.');
      assert.deepEqual(userTexts(requestAt(second, 0)), ['What is the price?', 'And in dollars?']);
      assert.deepEqual(
        heard.contexts.map((ctx) => textOf(ctx.message)),
        ['What is the price?', 'And in dollars?'],
      );
    },
  },
  {
    id: 'C025',
    title: 'a change to a user message is applied again when the app resends the original',
    rows: [2],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onUserMessage', ({ message }) => ({
        message: mapText(message, (text) => text.replace('4z42', '[card]')),
      }));
      const session = { id: 'card' };
      const first = await bench.start({
        hooks,
        session,
        model: [says('Thanks.')],
        messages: [{ role: 'user', text: 'My card is 4z42.' }],
      });
      const second = await bench.start({
        hooks,
        session,
        after: first,
        model: [says('Yes.')],
        messages: [{ role: 'user', text: 'Did you get it?' }],
      });
      expectAnswer(second, 'Yes.');
      assert.deepEqual(userTexts(requestAt(second, 0)), ['My card is [card].', 'Did you get it?']);
    },
  },
  {
    id: 'C027',
    title: 'a denied user message is left out when the app resends it',
    rows: [2, 62],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onUserMessage', ({ message }) =>
        textOf(message).includes('pin') ? deny('a secret') : undefined,
      );
      const session = { id: 'pin' };
      const pin = [{ role: 'user', text: 'My pin is 4z42.' }] as const;
      const first = await bench.start({ hooks, session, model: [says('Never.')], messages: pin });
      expectRefusal(first);
      const hello = [{ role: 'user', text: 'Hello.' }] as const;
      const second = await bench.start({
        hooks,
        session,
        after: first,
        model: [says('Hi.')],
        messages: [...hello],
      });
      expectAnswer(second, 'Hi.');
      assert.equal(userTexts(requestAt(second, 0)).at(-1), 'Hello.');
      expectWithheld(second, '4z42');
    },
  },
]);
