import assert from 'node:assert/strict';

import { DeniedError, deny, type Hooks, type HooksOptions } from '@interpose/core';

import type { Bench } from '../../bench.ts';
import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectError, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';

const starts = ['onSessionStart', 'onChatStart'] as const;

/** Behaviours for verdicts at the start or end of a chat or session (law 15): a deny at the start closes it. */
export const deniedStart: readonly Behaviour[] = theme('denied-start', [
  {
    id: 'C356',
    title:
      'a deny at the start is the refusal, no model is asked, whatever is said of the inventory',
    rows: [22, 45],
    async run(bench) {
      for (const start of starts) {
        const run = await bench.start({
          hooks: closedAt(bench, start, { onDeny: 'message' }),
          model: [says('Never.')],
          messages: question,
        });
        expectRefusal(run, 'We are closed.');
        expectRequests(run, 0);
      }
    },
  },
  {
    id: 'C357',
    title: "with onDeny 'throw' a denied start is a DeniedError that names code and policy",
    rows: [22, 46],
    async run(bench) {
      for (const start of starts) {
        const run = await bench.start({
          hooks: closedAt(bench, start, { onDeny: 'throw' }),
          model: [says('Never.')],
          messages: question,
        });
        const error = expectError(run);
        assert.ok(error instanceof DeniedError, String(error));
        assert.deepEqual([error.denial.code, error.denial.policy], ['closed', 'hours']);
        expectRequests(run, 0);
      }
    },
  },
  {
    id: 'C358',
    title: 'a verdict of an event that is only observed is reported, and the answer is given',
    rows: [81],
    async run(bench) {
      const hooks = bench.hooks();
      // The types forbid a verdict here, but JavaScript allows it.
      // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
      hooks.addHook('onChatDone', (() => deny('too late')) as never);
      const heard = hear(hooks, 'onHookError');
      const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'Ten.');
      assert.deepEqual(
        heard.of('onHookError').map(({ code, failedEvent }) => [code, failedEvent]),
        [['verdict_at_observer', 'onChatDone']],
      );
    },
  },
]);

/** Returns hooks that deny the start, and also every component of the agent. */
function closedAt(bench: Bench, start: (typeof starts)[number], options: HooksOptions): Hooks {
  const hooks = bench.hooks(options);
  // The types forbid a verdict here, but JavaScript allows it.
  const close = (() => deny('closed', { code: 'closed', message: 'We are closed.' })) as never;
  hooks.addHook('onInventoryChange', () => deny('no component at all'));
  hooks.use({ name: 'hours', hooks: { [start]: close } });
  return hooks;
}
