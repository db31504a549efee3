import type { Dict } from '@interpose/core';
import type { WireApp, WireKind, WireSide, WireStep } from '@interpose/testing/fuzz';
import { canaries } from '@interpose/testing/probes';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';

import { withHooks, type Hookable } from '../../src/index.ts';
import { handlerMethods, transportMethods, type A2aMethod } from '../../src/translate/methods.ts';
import { deskCard } from '../../test/desk-card.ts';
import { openBinding, type BindingName, type Caller } from '../probes/bindings.ts';
import { methodProbe, type Target } from '../probes/method-probes.ts';
import { said } from '../probes/said.ts';
import { cardRequest, carried } from '../probes/wire-modes.ts';

/** Every method over every binding, on loopback, with the hooks at either end. */
export const methodKinds: readonly WireKind[] = (['JSONRPC', 'HTTP+JSON', 'GRPC'] as const).flatMap(
  (binding) =>
    (['client', 'server'] as const).map((near) => ({
      name: `${near} over ${binding}`,
      entries: [],
      events: ['preA2aMessage', 'onA2aMessage'],
      says: Object.fromEntries(
        Object.keys(said).map((wire) => [wire, entriesOf(wire, binding, near)]),
      ),
      takes: ['fails', 'slow'],
      options: { 'hook again': [], ...optionsOf(near, binding) },
      open: (app) => openMethods(binding, near, app),
    })),
);

type Near = 'client' | 'server';

function entriesOf(wire: string, binding: BindingName, near: Near): readonly string[] {
  return [
    `client request ${wire}`,
    methodProbe(wire, binding, near === 'client' ? 'transport' : 'handler'),
  ];
}

/** What is hooked in the place of a transport or a request handler. */
function optionsOf(near: Near, binding: BindingName): Readonly<Record<string, readonly string[]>> {
  const names: readonly Target[] = near === 'client' ? ['client', 'factory'] : ['mount'];
  return Object.fromEntries(
    names.map((target) => [target, [methodProbe('SendMessage', binding, target)]]),
  );
}

async function openMethods(
  binding: BindingName,
  near: Near,
  app: WireApp,
): ReturnType<WireKind['open']> {
  const { hooks } = app;
  const others: readonly Target[] = near === 'client' ? ['client', 'factory'] : ['mount'];
  const target = others.find(app.has) ?? (near === 'client' ? 'transport' : 'handler');
  const hook = <T extends Hookable>(at: Target, value: T): T => {
    if (hooks === undefined || at !== target) return value;
    const once = withHooks(value, hooks);
    return app.has('hook again') ? withHooks(once, hooks) : once;
  };
  const sideOf = (end: Near): WireSide => (end === near ? 'near' : 'far');
  const handler = answering(app, sideOf('server'));
  const { caller, close } = await openBinding(binding, hook, handler);
  return {
    held: near === 'client' ? caller : handler,
    say: (step, index) =>
      say(caller, step, app.canary(sideOf('client'), index * 10), (value) =>
        app.arrived(sideOf('client'), value),
      ),
    close,
  };
}

/** A request handler that answers every method, as the steps say. */
function answering(app: WireApp, side: WireSide): A2ARequestHandler {
  const taken = async (method: A2aMethod, params: unknown): Promise<readonly unknown[]> => {
    const json = method.params.write(params);
    app.arrived(side, json);
    const number = app.numberIn(json);
    const step = app.steps[Math.floor(number / 10)];
    if (step?.taken === 'slow') await new Promise((resolve) => setTimeout(resolve, 2));
    if (step?.taken === 'fails') throw new Error(app.canary(side, number));
    // Each event of a stream is judged by itself.
    return said[method.wire]!.results.map((result, at) =>
      method.result.read(saying(result, carried.answer, app.canary(side, number + at))),
    );
  };
  const members = [...handlerMethods].map(([name, method]) => [
    name,
    method.streams
      ? async function* stream(params: unknown): AsyncGenerator {
          yield* await taken(method, params);
        }
      : async (params: unknown): Promise<unknown> => (await taken(method, params))[0],
  ]);
  return {
    ...(Object.fromEntries(members) as A2ARequestHandler),
    getAgentCard: async () => deskCard('http://127.0.0.1'),
  };
}

async function say(
  caller: Caller,
  { say: wire, abandoned }: WireStep,
  text: string,
  arrived: (value: unknown) => void,
): Promise<unknown> {
  const [name, method] = [...transportMethods].find(([, each]) => each.wire === wire)!;
  const member = caller[wire === cardRequest ? 'getAgentCard' : (name as string)]!;
  const params = method.params.read(saying(said[wire]!.params, carried.question, text));
  const answer = member.call(caller, wire === cardRequest ? undefined : params);
  if (!method.streams) {
    const given = await toldOf(answer, arrived);
    arrived(given);
    return given;
  }
  const events: unknown[] = [];
  for await (const event of answer as AsyncIterable<unknown>) {
    arrived(event);
    events.push(event);
    if (abandoned === true) break;
  }
  return events;
}

/** What comes of it; a failure arrives as well, as what it says. */
export async function toldOf(answer: unknown, arrived: (value: unknown) => void): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    arrived(String(error));
    throw error;
  }
}

function saying(value: Dict, canary: keyof typeof canaries, text: string): Dict {
  const known = canaries[canary];
  return JSON.parse(JSON.stringify(value).replaceAll(known, text)) as Dict;
}
