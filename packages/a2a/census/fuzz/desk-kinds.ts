import type { WireApp, WireKind, WireSide, WireStep } from '@interpose/testing/fuzz';
import type { AgentExecutor } from '@a2a-js/sdk/server';

import { withHooks, type Hookable } from '../../src/index.ts';
import { PUSH, transportMethods } from '../../src/translate/methods.ts';
import { deskCard } from '../../test/desk-card.ts';
import { reply, saying, work, workBy } from '../../test/desk.ts';
import { sdk, server } from '../../test/sdk.ts';
import { openBinding, type BindingName, type Caller } from '../probes/bindings.ts';
import { deskProbe } from '../probes/desk-probes.ts';
import { methodProbe, type Target } from '../probes/method-probes.ts';
import { toldOf } from './method-kinds.ts';
import { openWebhook } from './push-webhook.ts';

/** What is put before what has the hooks: a broken one, to see that what it does is found. */
export type Seam = <T extends Hookable>(hooked: T, native: T) => T;

/** The same with something before what has the hooks. */
export function deskKindsBehind(seam: Seam): readonly WireKind[] {
  return (['client', 'server'] as const).map((near) => kindOf(near, seam));
}

const kindOf = (near: Near, seam: Seam): WireKind => ({
  name: `desk, hooked at the ${near}`,
  entries: [],
  events: ['preA2aMessage', 'onA2aMessage'],
  says: {
    send: ['client request SendMessage', deskProbe('SendMessage')],
    stream: ['client request SendStreamingMessage', deskProbe('SendStreamingMessage')],
    'stream and read again': ['client request SubscribeToTask'],
    'read the task': ['client request GetTask'],
    'list the tasks': ['client request ListTasks'],
    'cancel the task': ['client request CancelTask'],
  },
  takes: ['works', 'slow', 'works slowly'],
  options: {
    webhook: near === 'server' ? ['push notification'] : [],
    'over REST': [methodProbe('SendMessage', 'HTTP+JSON', near === 'client' ? 'client' : 'mount')],
  },
  repeats: true,
  channelOf: ({ method, message }) => {
    if (method === PUSH.method) return webhookOf(message['result']);
    return method === AGAIN ? AGAIN : '';
  },
  open: (app) => openDesk(near, app, seam),
});

/** An agent behind the SDK's own request handler, which keeps tasks, over HTTP, with the hooks at either end. */
export const deskKinds: readonly WireKind[] = deskKindsBehind((hooked) => hooked);

type Near = 'client' | 'server';

/** The channel of a stream that is read again. Hooks decide about its events apart from those of the stream before. */
const AGAIN = transportMethods.get('resubscribeTask')!.method;

/** The channel of what is posted. Hooks decide about an update and about its whole task, and one of them is posted. */
function webhookOf(posted: unknown): string {
  return `webhook ${Object.keys(posted as object)[0]}`;
}

async function openDesk(near: Near, app: WireApp, seam: Seam): ReturnType<WireKind['open']> {
  const sideOf = (end: Near): WireSide => (end === near ? 'near' : 'far');
  const target: Target = near === 'client' ? 'client' : 'handler';
  const hook = <T extends Hookable>(at: Target, value: T): T =>
    app.hooks === undefined || at !== target ? value : seam(withHooks(value, app.hooks), value);
  const side = sideOf('client');
  // A webhook is no client: hooks of one never see what is posted there.
  const webhook = await openWebhook((body) => {
    if (near === 'server') app.arrived(side, body, webhookOf(JSON.parse(body)));
  });
  const card = deskCard('http://127.0.0.1');
  const pushNotifications = app.has('webhook');
  const handler = new server.DefaultRequestHandler(
    { ...card, capabilities: { ...card.capabilities!, pushNotifications } },
    new server.InMemoryTaskStore(),
    agent(app, sideOf('server')),
    new server.DefaultExecutionEventBusManager(),
    webhook.store,
    webhook.sender,
  );
  const binding: BindingName = app.has('over REST') ? 'HTTP+JSON' : 'JSONRPC';
  const { caller, close } = await openBinding(binding, hook, handler);
  const taskPushNotificationConfig = { id: 'p1', taskId: '', url: webhook.url, token: 'ours' };
  const configuration = app.has('webhook') ? { configuration: { taskPushNotificationConfig } } : {};
  const teller: Teller = {
    caller,
    configuration,
    arrived: (value, channel) => app.arrived(side, value, channel),
    tasks: [],
  };
  return {
    held: near === 'client' ? caller : undefined,
    say: (step, index) => say(teller, step, app.canary(side, index * 10)),
    close: async () => {
      await close();
      await webhook.close();
    },
  };
}

function agent(app: WireApp, side: WireSide): AgentExecutor {
  return {
    async execute(context, bus) {
      app.arrived(side, context.userMessage.parts);
      const number = app.numberIn(context.userMessage);
      const text = (at: number): string => app.canary(side, number + at);
      const taken = app.steps[Math.floor(number / 10)]?.taken;
      if (taken === 'slow') await new Promise((resolve) => setTimeout(resolve, 2));
      const works = { works: work, 'works slowly': workSlowly }[taken ?? ''];
      const runs = works?.(text(0), text(1)) ?? reply(text(0));
      await runs(context, bus);
      bus.finished();
    },
    cancelTask: async (_taskId, bus) => bus.finished(),
  };
}

interface Teller {
  readonly caller: Caller;
  readonly configuration: object;
  readonly arrived: (value: unknown, channel?: string) => void;
  /** The tasks that were heard of. */
  readonly tasks: string[];
}

async function say(teller: Teller, step: WireStep, text: string): Promise<unknown> {
  const { caller, configuration, arrived, tasks } = teller;
  const id = tasks.at(-1) ?? 'nobody';
  const ask = async (name: string, params: unknown): Promise<unknown> => {
    const answer = await toldOf(caller[name]!.call(caller, params), arrived);
    arrived(answer);
    return answer;
  };
  const metadata = { secret: text };
  switch (step.say) {
    case 'send':
      return ask('sendMessage', saying(text, {}, configuration));
    case 'read the task':
      return ask('getTask', sdk.GetTaskRequest.fromJSON({ id }));
    case 'list the tasks':
      return ask('listTasks', sdk.ListTasksRequest.fromJSON({ includeArtifacts: true }));
    case 'cancel the task':
      return ask('cancelTask', sdk.CancelTaskRequest.fromJSON({ id, metadata }));
    default: {
      const leaves = step.say === 'stream and read again';
      const first = await read(
        teller,
        caller['sendMessageStream']!.call(caller, saying(text, {}, configuration)),
        leaves || step.abandoned === true,
      );
      if (!leaves) return first;
      const again = sdk.SubscribeToTaskRequest.fromJSON({ id: tasks.at(-1) ?? id });
      return [
        first,
        await read(teller, caller['resubscribeTask']!.call(caller, again), false, AGAIN),
      ];
    }
  }
}

/** All that a stream brings, or its first event. */
async function read(
  teller: Teller,
  stream: unknown,
  leaves: boolean,
  channel?: string,
): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of stream as AsyncIterable<unknown>) {
    teller.arrived(event, channel);
    events.push(event);
    const task = /"(?:taskId|id)":"([^"]+)"/.exec(JSON.stringify(event))?.[1];
    if (task !== undefined) teller.tasks.push(task);
    if (leaves) break;
  }
  return events;
}

/** With a moment before the texts in which somebody may leave and come back. */
function workSlowly(...texts: readonly string[]): AgentExecutor['execute'] {
  return workBy(async (tell) => {
    await new Promise((resolve) => setTimeout(resolve, 8));
    texts.forEach(tell);
  });
}
