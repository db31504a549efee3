import assert from 'node:assert/strict';

import { deny, mapText } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { HarnessRun } from '../../scenario/harness-run.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear, type Heard } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, requestAt, userTexts } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours before each model call. */
export const request: readonly Behaviour[] = theme('request', [
  {
    id: 'C050',
    title: 'preRequest sees the messages, the instructions and the tools on offer',
    rows: [6],
    proves: ['preRequest'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preRequest');
      await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        instructions: 'Be brief.',
        tools: [spyTool('search')],
      });
      await hooks.flush();
      const [first, second] = heard.contexts.map((ctx) => ctx.request);
      assert.equal(first?.instructions, 'Be brief.');
      assert.deepEqual(
        first.tools?.map((tool) => [tool.name, tool.description, tool.origin]),
        [['search', 'Runs search.', 'local']],
      );
      assert.deepEqual(
        first.messages.map((message) => message.role),
        ['user'],
      );
      assert.deepEqual(
        second?.messages.map((message) => message.role),
        ['user', 'assistant', 'tool'],
      );
    },
  },
  {
    id: 'C051',
    title: 'changed messages are what the model reads',
    rows: [6, 47],
    proves: ['preRequest:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', ({ request: asked }) => ({
        request: {
          ...asked,
          messages: asked.messages.map((message) => mapText(message, (text) => text.toUpperCase())),
        },
      }));
      const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
      expectAnswer(run, 'Ten.');
      assert.deepEqual(userTexts(requestAt(run, 0)), ['WHAT IS THE PRICE?']);
    },
  },
  {
    id: 'C052',
    title: 'changed instructions and a withdrawn tool reach the model so',
    rows: [6],
    proves: ['preRequest:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', ({ request: asked }) => ({
        request: {
          ...asked,
          instructions: 'Be kind.',
          tools: asked.tools?.filter((tool) => tool.name !== 'refund') ?? [],
        },
      }));
      const run = await bench.start({
        hooks,
        model: [says('Sure.')],
        messages: question,
        instructions: 'Be brief.',
        tools: [spyTool('search'), spyTool('refund')],
      });
      expectAnswer(run, 'Sure.');
      assert.deepEqual(requestAt(run, 0).instructions, ['Be kind.']);
      assert.deepEqual(requestAt(run, 0).tools, ['search']);
    },
  },
  {
    id: 'C053',
    title: 'a denied first request calls no model and gives the caller the refusal',
    rows: [6, 68],
    proves: ['preRequest:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', () => deny('over budget'));
      const heard = hear(hooks, 'onResponse', 'onAgentResponse', 'onRequestError', 'onChatDone');
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      await hooks.flush();
      expectRefusal(run);
      expectRequests(run, 0);
      assert.deepEqual(heard.names, ['onChatDone']);
      assert.equal(heard.of('onChatDone')[0]?.reason, 'denied');
    },
  },
  {
    id: 'C054',
    title: 'a request denied in the middle of a run ends it with the refusal',
    rows: [6],
    proves: ['preRequest:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', ({ iteration }) =>
        iteration === 1 ? deny('one call is enough') : undefined,
      );
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      expectRefusal(run);
      expectRequests(run, 1);
      assert.equal(search.runs.length, 1);
    },
  },
  {
    id: 'C058',
    title:
      'a changed model name reaches the provider, or the request is denied, and the first model is never asked in its place',
    rows: [6],
    proves: ['preRequest:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', ({ request: asked }) => ({
        request: { ...asked, model: 'model-b' },
      }));
      const heard = hear(hooks, 'onRequestError', 'onDecision');
      const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      assert.deepEqual(heard.of('onRequestError'), []);
      if (run.outcome.kind === 'answer') {
        expectAnswer(run, 'Ten.');
        assert.deepEqual(
          run.requests.map(({ model }) => model),
          ['model-b'],
        );
        return;
      }
      expectUnsupported(run, heard);
    },
  },
  {
    id: 'C059',
    title: 'a request whose model name was taken away or emptied is denied, and no model is asked',
    rows: [6],
    async run(bench) {
      for (const name of ['', undefined]) {
        const hooks = bench.hooks();
        let isNamed = true;
        hooks.addHook('preRequest', ({ request: { model, ...rest } }) => {
          isNamed = model !== undefined || name !== undefined;
          return { request: name === undefined ? rest : { ...rest, model: name } };
        });
        const heard = hear(hooks, 'onDecision');
        const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
        await hooks.flush();
        // If the host reports no name, the hook removed none.
        if (isNamed) expectUnsupported(run, heard);
        else expectAnswer(run, 'Ten.');
      }
    },
  },
]);

/** Checks law 8: a change that the host cannot make is denied with its own code. */
function expectUnsupported(run: HarnessRun, heard: Heard<'onDecision' | 'onRequestError'>): void {
  expectRefusal(run);
  expectRequests(run, 0);
  const records = heard.of('onDecision').map(({ record }) => record);
  assert.deepEqual(
    records.flatMap(({ event, decision, codes }) => (decision === 'deny' ? [event, ...codes] : [])),
    ['preRequest', 'modify_unsupported'],
  );
}
