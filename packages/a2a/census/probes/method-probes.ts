import type { Probe, ProbeRun } from '@interpose/testing/probes';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';

import { withHooks, type Hookable } from '../../src/index.ts';
import { handlerMethods, transportMethods, type A2aMethod } from '../../src/translate/methods.ts';
import { deskCard } from '../../test/desk-card.ts';
import { openBinding, type BindingName, type Caller } from './bindings.ts';
import { said } from './said.ts';
import { cardRequest, modesOf } from './wire-modes.ts';

/** Where the hooks are: round one of the things that an app holds. */
export type Target = 'transport' | 'client' | 'factory' | 'handler' | 'mount';

/** Every method over every binding, and every target of `withHooks` over one of them. */
export const methodProbes: readonly Probe[] = Object.keys(said).flatMap((wire) => [
  ...(['JSONRPC', 'HTTP+JSON', 'GRPC'] as const).flatMap((binding) => [
    probeAt(wire, binding, 'transport'),
    probeAt(wire, binding, 'handler'),
  ]),
  probeAt(wire, 'JSONRPC', 'client'),
  probeAt(wire, 'JSONRPC', 'factory'),
  probeAt(wire, 'JSONRPC', 'mount'),
  probeAt(wire, 'GRPC', 'mount'),
]);

/** The name of the probe of one method. */
export function methodProbe(wire: string, binding: BindingName, target: Target): string {
  return `${wire} over ${binding}, hooks round the ${target}`;
}

/** The names of the probes of a target, of every method. */
export function probesOf(target: Target, binding: BindingName = 'JSONRPC'): readonly string[] {
  return Object.keys(said).map((wire) => methodProbe(wire, binding, target));
}

function probeAt(wire: string, binding: BindingName, target: Target): Probe {
  const hooked = target === 'handler' || target === 'mount' ? 'server' : 'client';
  return {
    name: methodProbe(wire, binding, target),
    asks: ['preA2aMessage', 'onA2aMessage'],
    app: (run) => call(run, wire, binding, target),
    modes: modesOf(hooked, wire),
  };
}

async function call(
  run: ProbeRun,
  wire: string,
  binding: BindingName,
  target: Target,
): Promise<unknown> {
  const { hooks } = run;
  const hook = <T extends Hookable>(at: Target, value: T): T =>
    hooks === undefined || at !== target ? value : withHooks(value, hooks);
  const { caller, close } = await openBinding(binding, hook, canaryHandler(run));
  try {
    return await received(caller, wire);
  } catch (error) {
    return { error };
  } finally {
    await close();
  }
}

/** A request handler that answers every method with a canary. */
function canaryHandler(run: ProbeRun): A2ARequestHandler {
  const arrived = (method: A2aMethod, params: unknown): void => {
    const json = method.params.write(params);
    run.requested(json);
    run.toolRan(method.wire, json);
  };
  const members = [...handlerMethods].map(([name, method]) => {
    const results = said[method.wire]!.results.map((json) => () => method.result.read(json));
    const plain = async (params: unknown): Promise<unknown> => {
      arrived(method, params);
      return results[0]?.();
    };
    const streamed = async function* (params: unknown): AsyncGenerator {
      arrived(method, params);
      for (const result of results) yield result();
    };
    return [name, method.streams ? streamed : plain];
  });
  return {
    ...(Object.fromEntries(members) as A2ARequestHandler),
    getAgentCard: async () => deskCard('http://127.0.0.1'),
  };
}

/** All that comes back, streamed or not. */
export async function received(caller: Caller, wire: string): Promise<unknown> {
  const [name, method] = [...transportMethods].find(([, each]) => each.wire === wire)!;
  if (wire === cardRequest)
    return { answer: await caller['getAgentCard']!.call(caller, undefined) };
  const member = caller[name as string]!.bind(caller);
  const answer = member(method.params.read(said[wire]!.params));
  if (!method.streams) return { answer: await answer };
  const events: unknown[] = [];
  for await (const event of answer as AsyncIterable<unknown>) events.push(event);
  return { events };
}
