import assert from 'node:assert/strict';

import { retry, textOf } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, expectWithheld } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for an answer that a hook asks the model to repeat. */
export const responseRetry: readonly Behaviour[] = theme('response-retry', [
  {
    id: 'C077',
    title: 'a retried response asks the model again and drops the first answer',
    rows: [55],
    proves: ['onResponse:retry'],
    async run(bench) {
      const hooks = bench.hooks();
      const attempts: [string, number][] = [];
      hooks.addHook('preRequest', ({ attempt }) => void attempts.push(['preRequest', attempt]));
      hooks.addHook('onResponse', ({ response: answer, attempt }) => {
        attempts.push(['onResponse', attempt]);
        return textOf(answer).includes('maybe') ? retry() : undefined;
      });
      const run = await bench.start({
        hooks,
        model: [says('It may be', ' ten, maybe.'), says('Ten euros.')],
        messages: question,
      });
      expectAnswer(run, 'Ten euros.');
      expectRequests(run, 2);
      expectWithheld(run, 'maybe');
      assert.deepEqual(attempts, [
        ['preRequest', 1],
        ['onResponse', 1],
        ['preRequest', 2],
        ['onResponse', 2],
      ]);
    },
  },
  {
    id: 'C078',
    title: 'retries of a response are bounded, and the last answer stands',
    rows: [56],
    proves: ['onResponse:retry'],
    async run(bench) {
      const hooks = bench.hooks({ retries: 2 });
      hooks.addHook('onResponse', () => retry());
      const heard = hear(hooks, 'onDecision');
      const run = await bench.start({
        hooks,
        model: [says('One.'), says('Two.'), says('Three.'), says('Four.')],
        messages: question,
      });
      await hooks.flush();
      expectAnswer(run, 'Three.');
      expectRequests(run, 3);
      assert.ok(heard.contexts.some((ctx) => ctx.record.codes.includes('retry_exhausted')));
    },
  },
]);
