import assert from 'node:assert/strict';

import { deny, type Hooks, type ToolAnnotations } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { hear } from '../../kit/heard.ts';
import { expectAnswer, expectError } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const hints: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Behaviours for reports about the parts of an agent: the hints of tools, and the models. */
export const components: readonly Behaviour[] = theme('components', [
  {
    id: 'C424',
    title:
      'what a server tells of a tool is known at the request, at the call and in the inventory',
    rows: [26],
    needs: ['inventory', 'hints'],
    proves: ['preRequest', 'preToolCall', 'onInventoryChange:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preRequest', 'preToolCall', 'onInventoryChange');
      const tools = [spyTool('search', undefined, { annotations: hints }), spyTool('refund')];
      await bench.start({ hooks, model: oneCall('search'), messages: question, tools });
      await hooks.flush();
      const offered = heard.of('preRequest')[0]?.request.tools ?? [];
      const shown = heard.of('onInventoryChange').map(({ component }) => component);
      const found = ['search', 'refund'].map((name) => [
        offered.find((tool) => tool.name === name)?.annotations,
        shown.find((each) => each.kind === 'tool' && each.name === name)?.metadata?.['annotations'],
      ]);
      assert.deepEqual(found, [
        [hints, hints],
        [undefined, undefined],
      ]);
      const called = heard.of('preToolCall').map(({ tool }) => tool);
      assert.deepEqual(
        called.map(({ annotations }) => annotations),
        [hints],
      );
      const [listed] = shown.filter(({ name }) => name === 'search');
      const servers = [
        offered.find(({ name }) => name === 'search')?.server,
        listed?.metadata?.['server'],
      ];
      assert.deepEqual(servers, [called[0]?.server, called[0]?.server]);
    },
  },
  {
    id: 'C425',
    title: 'a model that a hook names is told once as added, like one that the app has',
    rows: [26],
    needs: ['inventory'],
    proves: ['onInventoryChange:allow'],
    async run(bench) {
      const hooks = naming(bench.hooks());
      const heard = hear(hooks, 'onInventoryChange');
      const asked: (string | undefined)[] = [];
      for (const _ of [1, 2]) {
        const session = { id: 'shop' };
        const model = [says('Ten.')];
        const run = await bench.start({ hooks, session, model, messages: question });
        asked.push(...run.requests.map((request) => request.model));
      }
      await hooks.flush();
      const told = heard.contexts
        .filter(({ component: { kind, name } }) => kind === 'model' && name === 'model-b')
        .map(({ change }) => change);
      // If the host cannot use another model, the request was denied and no model is reported.
      assert.deepEqual(told, asked.length === 0 ? [] : ['added']);
      assert.deepEqual(new Set(asked), new Set(asked.length === 0 ? [] : ['model-b']));
    },
  },
  {
    id: 'C426',
    title: 'a model that a hook names and another denies is not asked, and the caller reads why',
    rows: [26],
    needs: ['inventory'],
    proves: ['onInventoryChange:deny'],
    async run(bench) {
      const hooks = naming(bench.hooks());
      hooks.addHook('onInventoryChange', ({ component }) =>
        component.name === 'model-b' ? deny('unreviewed') : undefined,
      );
      const heard = hear(hooks, 'onDecision');
      const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      expectRequests(run, 0);
      const codes = heard.of('onDecision').flatMap(({ record }) => record.codes);
      if (!codes.includes('modify_unsupported'))
        assert.match(String(expectError(run)), /model_absent.*model-b/s);
    },
  },
  {
    id: 'C427',
    title: 'a model that a hook only would name in monitor mode is not told of',
    rows: [26, 100],
    needs: ['inventory'],
    proves: ['onInventoryChange:allow'],
    async run(bench) {
      const hooks = naming(bench.hooks({ mode: 'monitor' }));
      const heard = hear(hooks, 'onInventoryChange', 'preRequest');
      const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'Ten.');
      assert.equal(heard.of('preRequest').length, 1);
      const told = heard.of('onInventoryChange').map(({ component }) => component.name);
      assert.ok(!told.includes('model-b'), told.join());
    },
  },
]);

function naming(hooks: Hooks): Hooks {
  hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model: 'model-b' } }));
  return hooks;
}
