import { CallRun } from '../run/host-run.ts';
import { cloneWith, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { asClient } from './recognise.ts';
import { requireRunner, whyRefused } from '../coverage/require-enforced.ts';
import { hookClient, hookingOf } from './client.ts';
import { isFirstLayer, layerOf, replaceMethod } from './in-place.ts';
import { ResponsesLoop } from '../tools/responses-loop.ts';
import type { ClientShape, Method, Resource, ResponsesRunner } from './shapes.ts';
import { withRun } from '../run/run-link.ts';

/** Hooks a tool runner in place: one chat a run, and hooks around every function and around the client it uses. */
export function hookResponsesRunner(
  runner: ResponsesRunner,
  hooks: Hooks,
  options: WithHooksOptions,
): void {
  const layer = { hooks, options };
  requireRunner(options, runner);
  if (!isFirstLayer(layer, runner)) return;
  const loop = new ResponsesLoop(runner);
  replaceMethod(runner, 'iterate', (own) => (client, params, given = {}) => {
    const found = asClient(client);
    if (found === undefined) {
      const refusal = whyRefused(layer, { status: 'unmediated', request: 'a copy of a client' });
      if (refusal !== undefined) throw refusal;
      return own(client, params, given);
    }
    if (layerOf(found, hooks) === undefined) hookClient(found, hooks, layer.options);
    const path = given['stream'] === true ? 'ResponsesToolRunner, streamed' : 'ResponsesToolRunner';
    const requestOptions = (given['requestOptions'] ?? {}) as { readonly signal?: AbortSignal };
    const signal = (given['signal'] as AbortSignal | undefined) ?? requestOptions.signal;
    const run = new CallRun(hookingOf(found, hooks, layer.options), path, 'runner', signal);
    return loop.follow(run, () => own(linkedClient(found, run), params, given));
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

/** Returns a client for one run: the runner has no option that could mark which requests belong to the run. */
function linkedClient(client: ClientShape, run: CallRun): object {
  const { responses = {} } = client;
  const asks = ['create', 'stream'].map((name) => {
    const own = responses[name] as Method;
    const ask: Method = (body, options) =>
      own.call(responses, body, withRun(options, run) as never);
    return [name, ask];
  });
  const members: Resource = { responses: cloneWith(responses, Object.fromEntries(asks) as object) };
  return Object.create(client, Object.getOwnPropertyDescriptors(members)) as object;
}
