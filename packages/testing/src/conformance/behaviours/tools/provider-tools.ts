import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { expectRequests } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for tools that the provider runs itself. */
export const providerTools: readonly Behaviour[] = theme('provider-tools', [
  {
    id: 'C490',
    title:
      'a call that the provider ran itself is not run again, and its response is the final answer',
    rows: [3, 7],
    needs: ['provider-tools'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onResponse', 'onAgentResponse');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: [
          {
            kind: 'answer',
            text: ['It costs ten.'],
            calls: [
              { id: 'call_1', name: 'search', args: { q: 'price' }, providerResult: 'ten euros' },
            ],
          },
        ],
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'It costs ten.');
      expectRequests(run, 1);
      assert.deepEqual(search.runs, []);
      assert.deepEqual(heard.names, ['onResponse', 'onAgentResponse']);
      const seen = heard.of('onResponse')[0]?.response.content.map((part) => part.type);
      assert.ok(seen?.includes('tool-call') && seen.includes('tool-result'), JSON.stringify(seen));
    },
  },
]);
