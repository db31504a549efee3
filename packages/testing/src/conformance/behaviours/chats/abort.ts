import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectKind } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const endings = ['onChatDone', 'onChatAbort', 'onChatError'] as const;

/** Behaviours for a caller that aborts. */
export const abort: readonly Behaviour[] = theme('abort', [
  {
    id: 'C222',
    title: "the caller's abort during a tool ends the chat as aborted, and no further tool starts",
    rows: [24, 34, 83],
    needs: ['abort'],
    proves: ['onChatAbort'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, ...endings, 'onSessionEnd');
      const controller = new AbortController();
      const search = spyTool('search', (_args, { signal }) =>
        untilAborted(signal, () => controller.abort(new Error('gone'))),
      );
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: [asksFor(call('search')), asksFor(call('refund')), says('Never.')],
        messages: question,
        tools: [search, refund],
        signal: controller.signal,
      });
      await hooks.flush();
      assert.ok(['aborted', 'error'].includes(run.outcome.kind), JSON.stringify(run.outcome));
      assert.deepEqual(heard.names, ['onChatAbort', 'onSessionEnd']);
      assert.deepEqual([search.runs.length, refund.runs.length, run.requests.length], [1, 0, 1]);
    },
  },
  {
    id: 'C223',
    title: 'the signal that hooks see aborts with the chat and reaches the tools',
    rows: [34],
    needs: ['abort'],
    async run(bench) {
      const hooks = bench.hooks();
      const controller = new AbortController();
      const signals: AbortSignal[] = [];
      hooks.addHook('preToolCall', ({ signal }) => void signals.push(signal));
      let toolSaw: AbortSignal | undefined;
      const search = spyTool('search', (_args, { signal }) => {
        toolSaw = signal;
        return untilAborted(signal, () => controller.abort());
      });
      await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
        signal: controller.signal,
      });
      assert.equal(signals[0]?.aborted, true);
      assert.equal(toolSaw?.aborted, true);
    },
  },
  {
    id: 'C224',
    title: 'an abort while the gate waits starts no tool and counts as no failure of the hook',
    rows: [83],
    needs: ['abort'],
    async run(bench) {
      const hooks = bench.hooks();
      const controller = new AbortController();
      const heard = hear(hooks, ...endings, 'onHookError');
      hooks.addHook('preToolCall', ({ signal }) => {
        setTimeout(() => controller.abort(), 10);
        return untilAborted(signal, () => undefined).then(() => undefined);
      });
      const search = spyTool('search');
      await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
        signal: controller.signal,
      });
      await hooks.flush();
      assert.deepEqual(search.runs, []);
      assert.deepEqual(heard.names, ['onChatAbort']);
    },
  },
  {
    id: 'C225',
    title: 'a consumer that stops reading ends the chat as aborted',
    rows: [24, 83],
    modes: ['streamed'],
    needs: ['consumer-break'],
    proves: ['onChatAbort'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, ...endings, 'onSessionEnd');
      const run = await bench.start({
        hooks,
        model: [{ kind: 'answer', text: ['One, ', 'two, ', 'three, ', 'four.'], chunkDelayMs: 30 }],
        messages: question,
        consumer: { onText: () => 'break' },
      });
      await hooks.flush();
      expectKind(run, 'stopped');
      assert.deepEqual(heard.names, ['onChatAbort', 'onSessionEnd']);
    },
  },
  {
    id: 'C226',
    title: 'an abort in the middle of a stream ends the chat as aborted',
    rows: [24, 83],
    modes: ['streamed'],
    needs: ['abort'],
    proves: ['onChatAbort'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, ...endings);
      const controller = new AbortController();
      const run = await bench.start({
        hooks,
        model: [{ kind: 'hang', text: ['One, ', 'two'] }],
        messages: question,
        signal: controller.signal,
        consumer: { onText: (text) => void (text.includes('two') && controller.abort()) },
      });
      await hooks.flush();
      assert.ok(['aborted', 'error'].includes(run.outcome.kind), JSON.stringify(run.outcome));
      assert.deepEqual(heard.names, ['onChatAbort']);
    },
  },
  {
    id: 'C229',
    title: 'no call of a batch starts after an abort, not even one whose gate was open already',
    rows: [76, 83],
    needs: ['abort', 'parallel-calls'],
    async run(bench) {
      const hooks = bench.hooks();
      const controller = new AbortController();
      hooks.addHook('preToolCall', async ({ call: asked }) => {
        await new Promise((resolve) => setTimeout(resolve, asked.name === 'search' ? 5 : 30));
        if (asked.name === 'search') controller.abort(new Error('gone'));
      });
      const heard = hear(hooks, ...endings);
      const search = spyTool('search');
      const refund = spyTool('refund');
      await bench.start({
        hooks,
        model: [asksFor(call('search'), call('refund')), says('Never.')],
        messages: question,
        tools: [search, refund],
        signal: controller.signal,
      });
      await hooks.flush();
      await new Promise((resolve) => setTimeout(resolve, 40));
      assert.deepEqual([search.runs, refund.runs], [[], []]);
      assert.deepEqual(heard.names, ['onChatAbort']);
    },
  },
]);

function untilAborted(signal: AbortSignal | undefined, start: () => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal === undefined) return resolve('no signal');
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    start();
  });
}
