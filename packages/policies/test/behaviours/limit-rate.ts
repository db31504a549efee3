import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  expectRefusal,
  expectRequests,
  oneCall,
  question,
  requestAt,
  says,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { limitRate } from '../../src/limit-rate/index.ts';
import { expectModelAsked } from '../kit/expect-model-asked.ts';
import { expectModelUnasked } from '../kit/expect-model-unasked.ts';

const hour = 3_600_000;

/** What a limit of the rate owes on every SDK. */
export const limitRateBehaviours: readonly Behaviour[] = theme('limit-rate', [
  {
    id: 'limit-rate-calls',
    title: 'of several calls at once no more run than the limit allows, and the model reads why',
    rows: [7],
    async run(bench) {
      const hooks = bench.hooks({ policies: [limitRate({ limit: 2, windowMs: hour })] });
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: [
          asksFor(
            call('search', {}, 'one'),
            call('search', {}, 'two'),
            call('search', {}, 'three'),
          ),
          says('All done.'),
        ],
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'All done.');
      assert.equal(search.runs.length, 2);
      const texts = ['one', 'two', 'three'].map((id) => toolTextSeen(run, id));
      const denied = texts.filter((text) => text.includes('Blocked by limit-rate: More than 2'));
      assert.equal(denied.length, 1, texts.join('|'));
    },
  },
  {
    id: 'limit-rate-user',
    title: 'a limit per user holds across chats, and no user pays for another',
    rows: [7],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [limitRate({ limit: 1, windowMs: hour, per: 'user', tool: 'search' })],
      });
      const search = spyTool('search');
      for (const id of ['ada', 'ada', 'bob']) {
        const run = await bench.start({
          hooks,
          model: oneCall('search'),
          messages: question,
          tools: [search],
          user: { id },
        });
        expectAnswer(run, 'All done.');
      }
      assert.equal(search.runs.length, 2);
    },
  },
  {
    id: 'limit-rate-requests',
    title: 'a request beyond the limit reaches no model, and the caller gets the refusal',
    rows: [6],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [
          limitRate({ limit: 1, windowMs: hour, on: ['preRequest'], message: 'Please wait.' }),
        ],
      });
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [spyTool('search')],
      });
      expectRefusal(run, 'Please wait.');
      expectRequests(run, 1);
    },
  },
  {
    id: 'limit-rate-messages',
    title: 'a user message beyond the limit reaches no model',
    rows: [4],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [limitRate({ limit: 1, windowMs: hour, per: 'all', on: ['onUserMessage'] })],
      });
      const first = await expectModelAsked(bench, hooks);
      assert.equal(requestAt(first, 0).messages.length, 1);
      await expectModelUnasked(bench, hooks);
    },
  },
]);
