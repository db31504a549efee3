import { CallRun } from '../run/host-run.ts';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { asClient } from './shapes.ts';
import { hookClient, hookingOf } from './client.ts';
import type { Body } from '../translate/native.ts';
import { replaceMethod } from './replace-method.ts';
import { ResponsesLoop } from '../tools/responses-loop.ts';
import type { ResponsesRunner } from './responses-runner-shape.ts';
import { withRun } from '../run/run-link.ts';

const hooked = new WeakMap<object, Set<Hooks>>();

/** Hooks a tool runner in place: one chat for every run, every function in its gates, and the client it is run with. */
export function hookResponsesRunner(
  runner: ResponsesRunner,
  hooks: Hooks,
  options: WithHooksOptions,
): void {
  const by = hooked.get(runner) ?? new Set();
  if (by.has(hooks)) return;
  hooked.set(runner, by.add(hooks));
  const loop = new ResponsesLoop(runner);
  replaceMethod(runner, 'iterate', (own) => (client, params, given = {}) => {
    const found = asClient(client);
    if (found === undefined) return own(client, params, given);
    hookClient(found, hooks, options);
    const path = given['stream'] === true ? 'ResponsesToolRunner, streamed' : 'ResponsesToolRunner';
    const requestOptions = (given['requestOptions'] ?? {}) as { readonly signal?: AbortSignal };
    const signal = (given['signal'] as AbortSignal | undefined) ?? requestOptions.signal;
    const run = new CallRun(hookingOf(found, hooks, options), path, 'runner', signal);
    const linked = Object.assign(
      Object.create(Object.getPrototypeOf(given) as object | null),
      given,
      {
        requestOptions: withRun(requestOptions, run),
      },
    ) as Body;
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
