import { CallRun } from '../run/host-run.ts';
import { cloneWith, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { asClient } from './recognise.ts';
import { hookClient, hookingOf } from './client.ts';
import { isFirstLayer, replaceMethod } from './in-place.ts';
import { ResponsesLoop } from '../tools/responses-loop.ts';
import type { ResponsesRunner } from './shapes.ts';
import { withRun } from '../run/run-link.ts';

/** Hooks a tool runner in place: one chat for every run, every function in its gates, and the client it is run with. */
export function hookResponsesRunner(
  runner: ResponsesRunner,
  hooks: Hooks,
  options: WithHooksOptions,
): void {
  if (!isFirstLayer(runner, hooks)) return;
  const loop = new ResponsesLoop(runner);
  replaceMethod(runner, 'iterate', (own) => (client, params, given = {}) => {
    const found = asClient(client);
    if (found === undefined) return own(client, params, given);
    hookClient(found, hooks, options);
    const path = given['stream'] === true ? 'ResponsesToolRunner, streamed' : 'ResponsesToolRunner';
    const requestOptions = (given['requestOptions'] ?? {}) as { readonly signal?: AbortSignal };
    const signal = (given['signal'] as AbortSignal | undefined) ?? requestOptions.signal;
    const run = new CallRun(hookingOf(found, hooks, options), path, 'runner', signal);
    const linked = cloneWith(given, { requestOptions: withRun(requestOptions, run) });
    return loop.follow(run, () => own(client, params, linked));
  });
  replaceMethod(runner, 'validateItem', (own) => (item, tools) => {
    loop.admit(item);
    own(item, tools);
  });
  replaceMethod(
    runner,
    'prepareFunction',
    (own) => (item, turn, report, signal) =>
      loop.prepare(item, turn, signal, () => own(item, turn, report, signal)),
  );
}
