import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  oneCall,
  question,
  says,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';
import { z } from 'zod';

import { checkArguments } from '../../src/check-arguments/index.ts';
import { expectOneOfTwo } from '../kit/expect-one-of-two.ts';

/** What checked arguments owe on every SDK. */
export const checkArgumentsBehaviours: readonly Behaviour[] = theme('check-arguments', [
  {
    id: 'check-arguments-denies',
    title:
      'a call whose arguments do not fit does not run, its neighbour does, and the model reads where',
    rows: [10, 45, 92],
    async run(bench) {
      const told = await expectOneOfTwo(bench, {
        policy: checkArguments({ refund: z.strictObject({ cents: z.int().max(5000) }) }),
        tool: 'refund',
        first: { cents: 900_001 },
        second: { cents: 500 },
        runs: 'second',
        reason: /Blocked by check-arguments: .*cents/,
      });
      assert.doesNotMatch(told, /900001/);
    },
  },
  {
    id: 'check-arguments-transforms',
    title: 'a tool gets what its schema made of the arguments, where that is wanted',
    rows: [10, 47],
    async run(bench) {
      const byName = z.object({ name: z.string().trim(), kind: z.string().default('gift') });
      const hooks = bench.hooks({
        policies: [checkArguments({ greet: byName }, { transform: true })],
      });
      const greet = spyTool('greet');
      const run = await bench.start({
        hooks,
        model: oneCall('greet', { name: ' Ada ' }),
        messages: question,
        tools: [greet],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(greet.runs, [{ name: 'Ada', kind: 'gift' }]);
    },
  },
  {
    id: 'check-arguments-json-schema',
    title: 'a JSON Schema and a function check too, and a check that throws denies',
    rows: [10, 80],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [
          checkArguments({
            search: { properties: { query: { type: 'string', maxLength: 5 } } },
            weather: ({ city }) => city === 'Rome' || 'only in Rome',
            broken: () => {
              throw new Error('secret');
            },
          }),
        ],
      });
      const tools = [spyTool('search'), spyTool('weather'), spyTool('broken')];
      const run = await bench.start({
        hooks,
        model: [
          asksFor(
            call('search', { query: 'too long' }),
            call('weather', { city: 'Oslo' }),
            call('broken'),
          ),
          says('Nothing ran.'),
        ],
        messages: question,
        tools,
      });
      expectAnswer(run, 'Nothing ran.');
      assert.deepEqual(
        tools.map(({ runs }) => runs.length),
        [0, 0, 0],
      );
      assert.match(toolTextSeen(run, 'call_search'), /query \(maxLength\)/);
      assert.match(toolTextSeen(run, 'call_weather'), /only in Rome/);
      assert.doesNotMatch(toolTextSeen(run, 'call_broken'), /secret/);
    },
  },
]);
