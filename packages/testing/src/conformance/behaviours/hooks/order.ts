import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const everyEvent = [
  'onSessionStart',
  'onChatStart',
  'onUserMessage',
  'onSystemMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
  'onMessage',
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
  'onRequestError',
  'onChatDone',
  'onChatAbort',
  'onChatError',
  'onSessionEnd',
] as const;

/** Behaviours for the order of events when no hook interferes. */
export const order: readonly Behaviour[] = theme('order', [
  {
    id: 'C001',
    title: 'a chat with one tool call fires every event once and in order',
    rows: [2, 3, 4, 5, 6, 7, 10, 11, 22, 23, 24],
    proves: [
      'onSessionStart',
      'onSessionEnd',
      'onChatStart',
      'onChatDone',
      'onMessage',
      'onUserMessage:allow',
      'onSystemMessage:allow',
      'preRequest:allow',
      'onResponse:allow',
      'preToolCall:allow',
      'onToolCallResult:allow',
      'onAgentResponse:allow',
    ],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, ...everyEvent);
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 'price' }),
        messages: question,
        instructions: 'Be brief.',
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(
        heard.contexts.map((ctx) =>
          ctx.event === 'onMessage' ? `onMessage ${ctx.message.role}` : ctx.event,
        ),
        [
          'onSessionStart',
          'onChatStart',
          'onUserMessage',
          'onMessage user',
          'onSystemMessage',
          'preRequest',
          'onResponse',
          'onMessage assistant',
          'preToolCall',
          'onToolCallResult',
          'onMessage tool',
          'preRequest',
          'onResponse',
          'onAgentResponse',
          'onMessage assistant',
          'onChatDone',
          'onSessionEnd',
        ],
      );
    },
  },
  {
    id: 'C002',
    title: 'an answer without calls fires onAgentResponse between onResponse and the history note',
    rows: [3, 5],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(
        hooks,
        'preRequest',
        'onResponse',
        'onAgentResponse',
        'onMessage',
        'onChatDone',
      );
      const run = await bench.start({ hooks, model: [says('Ten', ' euros.')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'Ten euros.');
      assert.deepEqual(heard.names, [
        'onMessage',
        'preRequest',
        'onResponse',
        'onAgentResponse',
        'onMessage',
        'onChatDone',
      ]);
    },
  },
  {
    id: 'C005',
    title: 'parallel calls are gated and reported one by one, each with its own call',
    rows: [10, 76],
    needs: ['parallel-calls'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preToolCall', 'onToolCallResult');
      const weather = spyTool('weather');
      const news = spyTool('news');
      const run = await bench.start({
        hooks,
        model: [
          asksFor(call('weather', { city: 'Rome' }), call('news', { topic: 'sport' })),
          says('Both.'),
        ],
        messages: question,
        tools: [weather, news],
      });
      await hooks.flush();
      expectAnswer(run, 'Both.');
      assert.deepEqual(
        heard
          .of('preToolCall')
          .map((ctx) => ctx.call.name)
          .toSorted(),
        ['news', 'weather'],
      );
      assert.deepEqual(
        heard
          .of('onToolCallResult')
          .map((ctx) => ctx.call.id)
          .toSorted(),
        ['call_news', 'call_weather'],
      );
      assert.deepEqual([weather.runs, news.runs], [[{ city: 'Rome' }], [{ topic: 'sport' }]]);
    },
  },
  {
    id: 'C006',
    title:
      'the hook with the lowest priority is the outermost layer: first before a step, last after it',
    rows: [65, 66, 67],
    async run(bench) {
      const hooks = bench.hooks();
      const log: string[] = [];
      const layers = [
        ['inner', 20],
        ['outer', 10],
        ['innermost', 20],
      ] as const;
      for (const [name, priority] of layers) {
        hooks.addHook('preToolCall', () => void log.push(`${name} in`), { priority });
        hooks.addHook('onToolCallResult', () => void log.push(`${name} out`), { priority });
      }
      const search = spyTool('search', () => void log.push('search'));
      await bench.start({ hooks, model: oneCall('search'), messages: question, tools: [search] });
      assert.deepEqual(log, [
        'outer in',
        'inner in',
        'innermost in',
        'search',
        'inner out',
        'innermost out',
        'outer out',
      ]);
    },
  },
]);
