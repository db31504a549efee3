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
/** What either end may begin with. */
export const messages: readonly Message[] = everyMessage.filter(
  ({ method }) => !unsaid.has(method),
);

/** A connection for two ends. */
export interface EndLink {
  readonly transport: Readonly<Record<Side, Transport>>;
  /** Both ends are connected: comes once the server can say something of itself. */
  readonly connected?: (client: Transport) => Promise<void>;
  /** False where nothing that the server says of itself can come; it can where this is absent. */
  readonly listens?: () => boolean;
  /** Breaks what is open, as a network does. */
  readonly lose?: () => void;
  /** What a request goes with that a server makes while it answers this one. */
  readonly within?: (request: Dict) => Dict;
  /** Says what is no message of an end's own. */
  readonly say?: (name: string, text: (at: number) => string, index: number) => Promise<unknown>;
  readonly close?: () => Promise<void>;
  /** Stands before the hooked transport: a broken one, to see that what it does is found. */
  readonly seam?: Seam | undefined;
}

/** What is put between an end and its hooks. */
export type Seam = (hooked: Transport, native: Transport) => Transport;

async function openEnds(sdk: ProbeSdk, near: Side, app: WireApp): ReturnType<WireKind['open']> {
  const [client, server] = sdk.InMemoryTransport.createLinkedPair();
  return connectEnds(sdk, near, app, { transport: { client, server } });
}

/** Connects a client and a server of the SDK, with the hooks at one of them. */
export async function connectEnds(
  sdk: ProbeSdk,
  near: Side,
  app: WireApp,
  link: EndLink,
): ReturnType<WireKind['open']> {
  const ends: Readonly<Record<Side, End>> = {
    client: new sdk.Client({ name: 'app', version: '1' }, ofClient),
    server: new sdk.Server({ name: 'shop', version: '1' }, ofServer),
  };
  const sideOf = (end: Side): WireSide => (end === near ? 'near' : 'far');
  for (const side of ['client', 'server'] as const)
    answerAt(ends, side, sideOf(side), app, sdk, link);
  const transport = transportsOf(link, near, app);
  const close = async (): Promise<void> => {
    await ends.client.close();
    await ends.server.close();
    await link.close?.();
  };
  try {
    await ends.server.connect(transport.server);
    await ends.client.connect(transport.client);
    await link.connected?.(transport.client);
  } catch (error) {
    await close();
    throw error;
  }
  const arrived = (side: Side, value: unknown): void => app.arrived(sideOf(side), value);
  return {
    held: ends[near],
    close,
    async say(step, index) {
      const text = (side: Side, at = 0): string => app.canary(sideOf(side), index * 10 + at);
      const message = messages.find((each) => nameOf(each) === step.say);
      if (message === undefined) return link.say!(step.say, (at) => text('client', at), index);
      if (message.side === 'server' && link.listens?.() === false) return 'nobody listens';
      return say(sdk, ends, step, message, text, { arrived });
    },
  };
}

function transportsOf(
  { transport, seam = (behind) => behind }: EndLink,
  near: Side,
  app: WireApp,
): EndLink['transport'] {
  const native = transport[near];
  const behind = hooked(native, near, app);
  return { ...transport, [near]: app.hooks === undefined ? behind : seam(behind, native) };
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
  { abandoned, taken }: WireStep,
  { side, kind, method }: Message,
  canary: (side: Side) => string,
  { arrived }: Hearing,
): Promise<unknown> {
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
const timeout = 1500;

function answerAt(
  ends: Readonly<Record<Side, End>>,
  at: Side,
  side: WireSide,
  app: WireApp,
  { anyResult }: ProbeSdk,
  { lose, listens, within = () => ({}) }: EndLink,
): void {
  const end = ends[at];
  // What nobody waits for is told here.
  end.onerror = ({ message }) => app.arrived(side, { told: message });
  end.fallbackNotificationHandler = async (notification) => app.arrived(side, notification);
  end.fallbackRequestHandler = async (request) => {
    const { method, params } = request as { readonly method: string; readonly params?: Dict };
    // Which id a request has is a matter of time.
    app.arrived(side, { method, params });
    const number = app.numberIn(params);
    const taken = app.steps[Math.floor(number / 10)]?.taken;
    const secret = app.canary(side, number);
    if (taken === 'slow') await new Promise((resolve) => setTimeout(resolve, 2));
    if (taken === 'loses its stream') lose?.();
    if (taken === 'fails') throw new Error(secret);
    if (taken === 'tells progress')
      await tell(end, request, app.canary(side, number + 1), within(request));
    // What is asked back is answered, so that it ends.
    if (taken === 'asks' && number % 10 === 0 && (at === 'client' || listens?.() !== false)) {
      const back = at === 'server' ? 'sampling/createMessage' : 'completion/complete';
      const question = { method: back, params: questionOf(back, app.canary(side, number + 5)) };
      const options = { timeout, ...(at === 'server' ? within(request) : {}) };
      app.arrived(side, await end.request(question, anyResult, options));
    }
    return answerTo(method, secret);
  };
}

async function tell(end: End, { params }: Dict, message: string, within: Dict): Promise<void> {
  const { _meta: meta } = (params ?? {}) as { readonly _meta?: Dict };
  const progressToken = meta?.['progressToken'];
  if (progressToken === undefined) return;
  const method = 'notifications/progress';
  await end.notification({ method, params: { progressToken, progress: 1, message } }, within);
}
