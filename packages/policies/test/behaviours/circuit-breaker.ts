import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  expectError,
  fails,
  question,
  says,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { circuitBreaker } from '../../src/circuit-breaker/index.ts';
import { expectModelAsked } from '../kit/expect-model-asked.ts';
import { expectModelUnasked } from '../kit/expect-model-unasked.ts';

const hour = 3_600_000;

/** What a circuit breaker owes on every SDK. */
export const circuitBreakerBehaviours: readonly Behaviour[] = theme('circuit-breaker', [
  {
    id: 'circuit-breaker-tool',
    title: 'a tool that failed too often is not called again, and the model reads why',
    rows: [7],
    async run(bench) {
      const hooks = bench.hooks({ policies: [circuitBreaker({ failures: 2, openMs: hour })] });
      const search = spyTool('search', () => {
        throw new Error('down');
      });
      const run = await bench.start({
        hooks,
        model: [
          asksFor(call('search', {}, 'one')),
          asksFor(call('search', {}, 'two')),
          asksFor(call('search', {}, 'three')),
          says('It is down.'),
        ],
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'It is down.');
      assert.equal(search.runs.length, 2);
      assert.match(
        toolTextSeen(run, 'three'),
        /Blocked by circuit-breaker: The tool search has failed too often/,
      );
    },
  },
  {
    id: 'circuit-breaker-model',
    title: 'a model that failed too often is not asked again, and the caller gets the refusal',
    rows: [6],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [circuitBreaker({ failures: 1, openMs: hour, message: 'Try later.' })],
      });
      const failed = await bench.start({
        hooks,
        model: [fails('overloaded', 503)],
        messages: question,
      });
      expectError(failed);
      await expectModelUnasked(bench, hooks, 'Try later.');
    },
  },
  {
    id: 'circuit-breaker-question',
    title: 'a request that the provider finds wrong opens no circuit',
    rows: [6],
    async run(bench) {
      const hooks = bench.hooks({ policies: [circuitBreaker({ failures: 1, openMs: hour })] });
      const failed = await bench.start({
        hooks,
        model: [fails('no such parameter', 400)],
        messages: question,
      });
      expectError(failed);
      await expectModelAsked(bench, hooks);
    },
  },
  {
    id: 'circuit-breaker-probe',
    title: 'after its time one probe closes the circuit, and streams are not held back',
    rows: [6, 9],
    async run(bench) {
      const hooks = bench.hooks({ policies: [circuitBreaker({ failures: 1, openMs: 1 })] });
      expectError(
        await bench.start({ hooks, model: [fails('overloaded', 503)], messages: question }),
      );
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
      const log: string[] = [];
      hooks.observe('onResponse', () => void log.push('judged'));
      const probe = await bench.start({
        hooks,
        model: [{ kind: 'answer', text: ['It costs ', 'ten.'], chunkDelayMs: 40 }],
        messages: question,
        consumer: { onText: (text) => void log.push(text) },
      });
      expectAnswer(probe, 'It costs ten.');
      assert.ok(
        bench.mode === 'plain' || log.indexOf('It costs ') < log.indexOf('judged'),
        log.join('|'),
      );
      await expectModelAsked(bench, hooks);
    },
  },
]);
