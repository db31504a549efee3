import assert from 'node:assert/strict';

import { definePolicy, deny, memoryStore, type StateStore } from '@interpose/core';
import type { Behaviour } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  requestAt,
  says,
  spyTool,
  theme,
  toolTextSeen,
  userTexts,
} from '@interpose/testing/conformance/kit';

import { redactPersonal } from '../../src/redact-personal/index.ts';
import { redactSecrets } from '../../src/redact-secrets/index.ts';

const ann = 'ann@mail.example.com';
/** Put together here, so that no scanner of files takes it for one. */
const secret = ['gh', 'p_aB3xK9mQ7zR2tW5yL8pD4vN6cH1jF0sG4eUi'].join('');
const messages = [{ role: 'user', text: `Write to ${ann}.` }] as const;
const hidden = 'Write to <EMAIL_ADDRESS_1>.';

/** What keeping personal data from models owes beside other policies, over slow stores and where results are answers. */
export const redactPersonalInCompanyBehaviours: readonly Behaviour[] = theme('redact-personal', [
  {
    id: 'redact-personal-beside-another',
    title:
      'beside another policy that redacts and another that looks at real values, all do their part',
    rows: [100],
    async run(bench) {
      const guard = definePolicy({
        name: 'only-ann',
        hooks: {
          preToolCall: ({ call: { args } }) => (args['to'] === ann ? undefined : deny('no')),
        },
      });
      const send = spyTool('send', () => `sent with ${secret}`);
      const run = await bench.start({
        hooks: bench.hooks({ policies: [guard, redactSecrets(), redactPersonal()] }),
        model: [
          asksFor(call('send', { to: '<EMAIL_ADDRESS_1>' })),
          says(
            'Sent to <EMA',
            'IL_ADDRESS_1> with <GITHUB',
            '_TOKEN_1>, ask eve@mail.exam',
            'ple.com',
          ),
        ],
        messages,
        tools: [send],
      });
      assert.deepEqual(send.runs, [{ to: ann }]);
      assert.equal(toolTextSeen(run, 'call_send'), 'sent with <GITHUB_TOKEN_1>');
      expectAnswer(run, `Sent to ${ann} with <GITHUB_TOKEN_1>, ask <EMAIL_ADDRESS_2>`);
    },
  },
  {
    id: 'redact-personal-store',
    title: 'a store that answers later changes nothing of this',
    rows: [100],
    async run(bench) {
      const inner = memoryStore();
      const store: StateStore = {
        get: async (key) => inner.get(key),
        set: async (...given) => inner.set(...given),
        update: async (...given) => inner.update(...given),
        clear: async (prefix) => inner.clear(prefix),
      };
      const send = spyTool('send');
      const run = await bench.start({
        hooks: bench.hooks({ store, policies: [redactPersonal()] }),
        model: [
          asksFor(call('send', { to: '<EMAIL_ADDRESS_1>' })),
          says('Sent to <EMAIL_', 'ADDRESS_1>, not to mal@mail.exam', 'ple.com.'),
        ],
        messages,
        tools: [send],
      });
      assert.deepEqual(userTexts(requestAt(run, 0)), [hidden]);
      assert.deepEqual(send.runs, [{ to: ann }]);
      expectAnswer(run, `Sent to ${ann}, not to <EMAIL_ADDRESS_2>.`);
    },
  },
  {
    id: 'redact-personal-direct',
    title:
      'a tool result is shown with its values where it becomes the answer, and where the model tells it',
    rows: [100],
    async run(bench) {
      const find = spyTool('find', () => `It is ${ann}.`, { final: true });
      const run = await bench.start({
        hooks: bench.hooks({ policies: [redactPersonal()] }),
        model: [asksFor(call('find')), says('It is <EMAIL_ADDRESS_1>.')],
        messages,
        tools: [find],
      });
      expectAnswer(run, `It is ${ann}.`);
    },
  },
]);
