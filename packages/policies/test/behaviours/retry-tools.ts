import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  hear,
  oneCall,
  question,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { retryTools } from '../../src/retry-tools/index.ts';

/** A tool that fails so many times and then works. */
function flaky(failures: number) {
  let left = failures;
  return spyTool('weather', () => {
    if (left-- > 0) throw new Error('no connection');
    return 'sunny';
  });
}

/** What trying tools again owes on every SDK. */
export const retryToolsBehaviours: readonly Behaviour[] = theme('retry-tools', [
  {
    id: 'retry-tools-recovers',
    title: 'a tool that may run twice is run again, and the model reads its result',
    rows: [12, 55, 92],
    async run(bench) {
      const hooks = bench.hooks({ policies: [retryTools({ tools: ['weather'], baseMs: 1 })] });
      const heard = hear(hooks, 'preToolCall', 'onToolCallResult');
      const weather = flaky(2);
      const run = await bench.start({
        hooks,
        model: oneCall('weather'),
        messages: question,
        tools: [weather],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.equal(weather.runs.length, 3);
      assert.match(toolTextSeen(run, 'call_weather'), /sunny/);
      assert.deepEqual(
        heard.contexts.map(({ event, attempt }) => [event, attempt]),
        [
          ['preToolCall', 1],
          ['preToolCall', 2],
          ['preToolCall', 3],
          ['onToolCallResult', 3],
        ],
      );
    },
  },
  {
    id: 'retry-tools-leaves',
    title:
      'a tool of which nobody says that it may run twice runs once, and so does one past the limit',
    rows: [12, 56],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [retryTools({ tools: ['other'], baseMs: 1, maxAttempts: 2 })],
      });
      const [weather, other] = [flaky(9), { ...flaky(9), name: 'other' }];
      for (const tool of [weather, other])
        await bench.start({ hooks, model: oneCall(tool.name), messages: question, tools: [tool] });
      assert.deepEqual([weather.runs.length, other.runs.length], [1, 2]);
    },
  },
]);
