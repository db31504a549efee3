import assert from 'node:assert/strict';

import { deny, type Trigger } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, requestAt, userTexts } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';

const mail: Trigger = {
  kind: 'mail',
  id: 'm-1',
  content: [{ type: 'text', text: 'Please pay invoice 7.' }],
};

/** Behaviours for an agent that starts without a person. */
export const trigger: readonly Behaviour[] = theme('trigger', [
  {
    id: 'C430',
    title: 'a trigger is seen before the chat starts, with the id of that chat',
    rows: [1],
    needs: ['trigger'],
    proves: ['onTrigger:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onSessionStart', 'onTrigger', 'onChatStart');
      const run = await bench.start({
        hooks,
        model: [says('Paid.')],
        messages: [],
        seams: { trigger: mail },
      });
      await hooks.flush();
      expectAnswer(run, 'Paid.');
      assert.deepEqual(heard.names, ['onSessionStart', 'onTrigger', 'onChatStart']);
      const [seen] = heard.of('onTrigger');
      assert.deepEqual(seen?.trigger, mail);
      assert.equal(seen.chatId, heard.of('onChatStart')[0]?.chatId);
      assert.deepEqual(userTexts(requestAt(run, 0)), ['Please pay invoice 7.']);
    },
  },
  {
    id: 'C431',
    title: 'a denied trigger calls no model, and the caller gets the refusal',
    rows: [1],
    needs: ['trigger'],
    proves: ['onTrigger:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onTrigger', () => deny('unknown sender'));
      const run = await bench.start({
        hooks,
        model: [says('Paid.')],
        messages: [],
        seams: { trigger: mail },
      });
      expectRefusal(run);
      expectRequests(run, 0);
    },
  },
  {
    id: 'C432',
    title: 'a changed trigger is what the agent works on',
    rows: [1],
    needs: ['trigger'],
    proves: ['onTrigger:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onTrigger', ({ trigger: seen }) => ({
        trigger: { ...seen, content: [{ type: 'text', text: 'A mail arrived.' }] },
      }));
      const run = await bench.start({
        hooks,
        model: [says('Seen.')],
        messages: [],
        seams: { trigger: mail },
      });
      expectAnswer(run, 'Seen.');
      assert.deepEqual(userTexts(requestAt(run, 0)), ['A mail arrived.']);
    },
  },
]);
