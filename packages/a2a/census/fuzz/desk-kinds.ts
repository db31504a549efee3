import type { WireApp, WireKind, WireSide, WireStep } from '@interpose/testing/fuzz';
import type { AgentExecutor } from '@a2a-js/sdk/server';

import { withHooks, type Hookable } from '../../src/index.ts';
import { deskCard } from '../../test/desk-card.ts';
import { reply, saying, work } from '../../test/desk.ts';
import { server } from '../../test/sdk.ts';
import { openBinding, type Caller } from '../probes/bindings.ts';
import { deskProbe } from '../probes/desk-probes.ts';
import type { Target } from '../probes/method-probes.ts';
import { toldOf } from './method-kinds.ts';

/** An agent behind the SDK's own request handler, which keeps tasks, with the hooks at either end. */
export const deskKinds: readonly WireKind[] = (['client', 'server'] as const).map((near) => ({
  name: `desk, hooked at the ${near}`,
  entries: [],
  events: ['preA2aMessage', 'onA2aMessage'],
  says: {
    send: ['client request SendMessage', deskProbe('SendMessage')],
    stream: ['client request SendStreamingMessage', deskProbe('SendStreamingMessage')],
  },
  takes: ['works', 'slow'],
  open: (app) => openDesk(near, app),
}));

/** What it posts to webhooks would be judged apart, with the same text. */
const card = deskCard('http://127.0.0.1');
const quietCard = { ...card, capabilities: { ...card.capabilities!, pushNotifications: false } };

type Near = 'client' | 'server';

async function openDesk(near: Near, app: WireApp): ReturnType<WireKind['open']> {
  const sideOf = (end: Near): WireSide => (end === near ? 'near' : 'far');
  const target: Target = near === 'client' ? 'client' : 'handler';
  const hook = <T extends Hookable>(at: Target, value: T): T =>
    app.hooks === undefined || at !== target ? value : withHooks(value, app.hooks);
  const handler = new server.DefaultRequestHandler(
    quietCard,
    new server.InMemoryTaskStore(),
    agent(app, sideOf('server')),
  );
  const { caller, close } = await openBinding('JSONRPC', hook, handler);
  const side = sideOf('client');
  return {
    held: near === 'client' ? caller : undefined,
    say: (step, index) =>
      say(caller, step, app.canary(side, index * 10), (value) => app.arrived(side, value)),
    close,
  };
}

function agent(app: WireApp, side: WireSide): AgentExecutor {
  return {
    async execute(context, bus) {
      app.arrived(side, context.userMessage.parts);
      const number = app.numberIn(context.userMessage);
      const text = app.canary(side, number);
      const taken = app.steps[Math.floor(number / 10)]?.taken;
      if (taken === 'slow') await new Promise((resolve) => setTimeout(resolve, 2));
      const runs = taken === 'works' ? work(text, app.canary(side, number + 1)) : reply(text);
      await runs(context, bus);
      bus.finished();
    },
    cancelTask: async (_taskId, bus) => bus.finished(),
  };
}

async function say(
  caller: Caller,
  { say: what, abandoned }: WireStep,
  text: string,
  arrived: (value: unknown) => void,
): Promise<unknown> {
  if (what === 'send') {
    const answer = await toldOf(caller['sendMessage']!.call(caller, saying(text)), arrived);
    arrived(answer);
    return answer;
  }
  const events: unknown[] = [];
  const stream = caller['sendMessageStream']!.call(caller, saying(text));
  for await (const event of stream as AsyncIterable<unknown>) {
    arrived(event);
    events.push(event);
    if (abandoned === true) break;
  }
  return events;
}
