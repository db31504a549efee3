import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  question,
  says,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { filterTools } from '../../src/filter-tools/index.ts';

const facts = {
  search: { annotations: { readOnlyHint: true } },
  refund: { annotations: { readOnlyHint: false } },
};

/** What the capability filter owes on every SDK. */
export const filterToolsBehaviours: readonly Behaviour[] = theme('filter-tools', [
  {
    id: 'filter-tools-facts',
    title: 'a tool whose facts speak against it, or are unknown, is neither offered nor run',
    rows: [6, 10, 92],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [filterTools(({ annotations }) => annotations.readOnlyHint, { facts })],
      });
      const tools = [spyTool('search'), spyTool('refund'), spyTool('unknown')];
      const run = await bench.start({
        hooks,
        model: [asksFor(call('search'), call('refund'), call('unknown')), says('All done.')],
        messages: question,
        tools,
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(
        run.requests.map((request) => request.tools),
        [['search'], ['search']],
      );
      assert.deepEqual(
        tools.map(({ runs }) => runs.length),
        [1, 0, 0],
      );
      assert.match(toolTextSeen(run, 'call_unknown'), /not enough is known/);
    },
  },
  {
    id: 'filter-tools-user',
    title: 'one policy offers each user their own tools',
    rows: [6, 32],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [
          filterTools(
            ({ annotations }, { user }) => annotations.readOnlyHint || user.organisation === 'acme',
            { facts },
          ),
        ],
      });
      const tools = [spyTool('search'), spyTool('refund')];
      const seen: (readonly string[])[] = [];
      for (const organisation of ['acme', 'other']) {
        const run = await bench.start({
          hooks,
          model: [says('Hello.')],
          messages: question,
          tools,
          user: { id: 'ada', organisation },
        });
        seen.push(...run.requests.map((request) => request.tools));
      }
      assert.deepEqual(seen, [['search', 'refund'], ['search']]);
    },
  },
]);
