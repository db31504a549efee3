import type { Dict } from '@interpose/core';
import type { WireApp, WireKind, WireSide, WireStep } from '@interpose/testing/fuzz';

import { withHooks } from '../../src/index.ts';
import type { Transport } from '../../test/sdk.ts';
import { everyMessage, nameOf, type Message, type Side } from '../messages.ts';
import { ofClient, ofServer } from '../probes/make-ends.ts';
import type { End, ProbeSdk } from '../probes/probe-sdks.ts';
import { answerTo, questionOf } from './said.ts';

/** Every message that the protocol names, between a client and a server of the SDK, with the hooks at either. */
export function endKinds(sdk: ProbeSdk): readonly WireKind[] {
  return (['client', 'server'] as const).map((near) => ({
    name: near,
    entries: ['path: client: notification', 'inMemory: InMemoryTransport', 'InMemoryTransport'],
    events: ['preMcpMessage', 'onMcpMessage'],
    says: Object.fromEntries(messages.map((message) => [nameOf(message), [nameOf(message)]])),
    takes: ['fails', 'slow', 'asks', 'tells progress'],
    options: { 'hook again': [], batches: [] },
    open: (app) => openEnds(sdk, near, app),
  }));
}

/** The hello is said as the two connect, and those of 2026 between ends of 2026 only. */
const unsaid = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
  'subscriptions/listen',
  'notifications/subscriptions/acknowledged',
]);
const messages = everyMessage.filter(({ method }) => !unsaid.has(method));

async function openEnds(sdk: ProbeSdk, near: Side, app: WireApp): ReturnType<WireKind['open']> {
  const ends: Readonly<Record<Side, End>> = {
    client: new sdk.Client({ name: 'app', version: '1' }, ofClient),
    server: new sdk.Server({ name: 'shop', version: '1' }, ofServer),
  };
  const sideOf = (end: Side): WireSide => (end === near ? 'near' : 'far');
  for (const side of ['client', 'server'] as const) answerAt(ends, side, sideOf(side), app, sdk);
  const [own, theirs] = sdk.InMemoryTransport.createLinkedPair();
  const transport = { client: own, server: theirs };
  transport[near] = hooked(transport[near], near, app);
  await ends.server.connect(transport.server);
  await ends.client.connect(transport.client);
  return {
    held: ends[near],
    say: (step, index) =>
      say(sdk, ends, step, (side) => app.canary(sideOf(side), index * 10), {
        arrived: (side, value) => app.arrived(sideOf(side), value),
      }),
    close: async () => {
      await ends.client.close();
      await ends.server.close();
    },
  };
}

/** Hooks round a transport, as the program wants them. */
export function hooked(native: Transport, role: Side, { hooks, has }: WireApp): Transport {
  if (hooks === undefined) return native;
  const once = withHooks(native, hooks, { server: 'shop', role });
  return has('hook again') ? withHooks(once, hooks, { server: 'shop', role }) : once;
}

interface Hearing {
  readonly arrived: (side: Side, value: unknown) => void;
}

async function say(
  sdk: ProbeSdk,
  ends: Readonly<Record<Side, End>>,
  { say: name, abandoned, taken }: WireStep,
  canary: (side: Side) => string,
  { arrived }: Hearing,
): Promise<unknown> {
  const { side, kind, method } = messages.find((message) => nameOf(message) === name) as Message;
  const said = { method, params: questionOf(method, canary(side)) };
  if (kind === 'notification') {
    await ends[side].notification(said);
    // Nothing overtakes what is sent: once this is answered it has arrived, or was kept back.
    return ends[side].request({ method: 'ping' }, sdk.anyResult, { timeout });
  }
  const controller = new AbortController();
  if (abandoned === true) setImmediate(() => controller.abort(new Error('the app gives up')));
  const onprogress = (progress: unknown): void => arrived(side, progress);
  const asked = ends[side].request(said, sdk.anyResult, {
    timeout,
    signal: controller.signal,
    ...(taken === 'tells progress' ? { onprogress } : undefined),
  });
  const answer = await asked.catch((error: unknown) => {
    arrived(side, error);
    throw error;
  });
  arrived(side, answer);
  return answer;
}

/** Far longer than any answer takes, and shorter than the patience of the fuzzer. */
const timeout = 2000;

function answerAt(
  ends: Readonly<Record<Side, End>>,
  at: Side,
  side: WireSide,
  app: WireApp,
  { anyResult }: ProbeSdk,
): void {
  const end = ends[at];
  end.onerror = () => undefined;
  end.fallbackNotificationHandler = async (notification) => app.arrived(side, notification);
  end.fallbackRequestHandler = async (request) => {
    const { method, params } = request as { readonly method: string; readonly params?: Dict };
    // Which id a request has is a matter of time.
    app.arrived(side, { method, params });
    const number = app.numberIn(params);
    const taken = app.steps[Math.floor(number / 10)]?.taken;
    const secret = app.canary(side, number);
    if (taken === 'slow') await new Promise((resolve) => setTimeout(resolve, 2));
    if (taken === 'fails') throw new Error(secret);
    if (taken === 'tells progress') await tell(end, request, app.canary(side, number + 1));
    // What is asked back is answered, so that it ends.
    if (taken === 'asks' && number % 10 === 0) {
      const back = at === 'server' ? 'sampling/createMessage' : 'completion/complete';
      const question = { method: back, params: questionOf(back, app.canary(side, number + 2)) };
      app.arrived(side, await end.request(question, anyResult, { timeout }));
    }
    return answerTo(method, secret);
  };
}

async function tell(end: End, { params }: Dict, message: string): Promise<void> {
  const { _meta: meta } = (params ?? {}) as { readonly _meta?: Dict };
  const progressToken = meta?.['progressToken'];
  if (progressToken === undefined) return;
  const method = 'notifications/progress';
  await end.notification({ method, params: { progressToken, progress: 1, message } });
}
