import type { Dict } from '@interpose/core';
import type { WireApp, WireKind } from '@interpose/testing/fuzz';

import type { Transport } from '../../test/sdk.ts';
import { nameOf, type Side } from '../messages.ts';
import type { ProbeSdk } from '../probes/probe-sdks.ts';
import { probesOver } from '../probes/transport-probes.ts';
import { connectEnds, messages, type EndLink, type Seam } from './end-kinds.ts';
import { atMost, serveHttp, type HttpSession } from './http-session.ts';
import { answerTo, questionOf } from './said.ts';

/** One session over streamable HTTP on loopback, with the hooks at either end: streams that break and go on included. */
export function httpKinds(sdk: ProbeSdk, seam?: Seam): readonly WireKind[] {
  return (['client', 'server'] as const).map((near) => ({
    name: `${near} over HTTP`,
    entries: probesOver('streamable HTTP'),
    events: ['preMcpMessage', 'onMcpMessage'],
    says: {
      ...Object.fromEntries(messages.map((message) => [nameOf(message), [nameOf(message)]])),
      ...Object.fromEntries(Object.keys(speeches(near)).map((name) => [name, []])),
    },
    takes: ['fails', 'slow', 'asks', 'tells progress', 'loses its stream'],
    options: {
      'hook again': [],
      resumable: [],
      'asks within its answer': [],
      ...optionsOf(sdk),
    },
    open: async (app) => connectEnds(sdk, near, app, { ...(await openLink(sdk, near, app)), seam }),
  }));
}

/** The floor never sends an error as JSON, hooked or not, so whoever asked waits for ever. */
function optionsOf({ linkSdk }: ProbeSdk): Readonly<Record<string, readonly string[]>> {
  return linkSdk.WebStandardStreamableHTTPServerTransport === undefined
    ? {}
    : { 'answers as JSON': [], 'web requests': probesOver('server of web requests') };
}

async function openLink(sdk: ProbeSdk, near: Side, app: WireApp): Promise<EndLink> {
  const session = await serveHttp(sdk.linkSdk, app, near === 'server' ? 'far' : undefined);
  const client = new sdk.linkSdk.StreamableHTTPClientTransport(session.url, {
    reconnectionOptions,
  });
  // What is said within an answer needs a stream to be said on.
  const isWithin = app.has('asks within its answer') && !app.has('answers as JSON');
  let connected: Transport = client;
  return {
    transport: { client, server: session.transport },
    async connected(hooked) {
      connected = hooked;
      await session.listening();
    },
    lose: session.lose,
    listens: session.listens,
    within: ({ id }) => (isWithin ? { relatedRequestId: id } : {}),
    async say(name, text, index) {
      const side = near === 'client' ? 'near' : 'far';
      const told = await speeches(near)[name]!(text, { session, client: connected, index });
      app.arrived(side, told);
      // Whoever says something by hand hears of it apart: here it has come.
      return near === 'client' ? undefined : told;
    },
    close: session.close,
  };
}

/** A stream that broke is asked for at once. */
const reconnectionOptions: Dict = {
  initialReconnectionDelay: 1,
  maxReconnectionDelay: 2,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 2,
};

interface Speaker {
  readonly session: HttpSession;
  readonly client: Transport;
  readonly index: number;
}

type Speech = (text: (at: number) => string, speaker: Speaker) => Promise<unknown>;

/** What is said beside the methods of an end; where the server has the hooks, by any client that speaks HTTP. */
function speeches(near: Side): Readonly<Record<string, Speech>> {
  return { ...ofTransports, ...ofTheEnd, ...(near === 'server' ? ofStrangers : undefined) };
}

const ofTransports: Readonly<Record<string, Speech>> = {
  'a batch': (text, speaker) => send(speaker, batch(text, speaker.index)),
  'a batch of answers': (text, speaker) =>
    send(speaker, [answer(`x${speaker.index}`, text(0)), answer(`y${speaker.index}`, text(1))]),
  'what came after the first event': (_text, speaker) =>
    send(
      speaker,
      { jsonrpc: '2.0', id: `again ${speaker.index}`, method: 'ping' },
      { resumptionToken: '1' },
    ),
};

function send({ client, session }: Speaker, message: Dict | Dict[], options?: Dict): Promise<void> {
  const sent = client.send(message, options);
  return Promise.race([sent, session.over.then(() => atMost(500, sent))]);
}

/** A session that is over answers nobody, whoever ended it. */
const ofTheEnd: Readonly<Record<string, Speech>> = {
  'ends the session': (_text, { session }) => session.remove(),
};

const ofStrangers: Readonly<Record<string, Speech>> = {
  'posts a batch': (text, { session, index }) => session.post(batch(text, index)),
  'posts a request of id 0': (text, { session }) => session.post(call(0, text(0))),
  'posts a request of an empty id': (text, { session }) => session.post(call('', text(0))),
  'posts a request of id null': (text, { session }) => session.post(call(null, text(0))),
  'posts the id of an open request': async (text, { session, index }) =>
    Promise.all([0, 1].map((at) => session.post(call(`same ${index}`, text(at))))),
  'posts an answer to nothing': (text, { session, index }) =>
    session.post(answer(`z${index}`, text(0))),
  'reads from the first event on': (_text, { session }) => session.replay('1'),
};

function call(id: unknown, text: string): Dict {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: questionOf('tools/call', text) };
}

function answer(id: string, text: string): Dict {
  return { jsonrpc: '2.0', id, result: answerTo('tools/call', text) };
}

function batch(text: (at: number) => string, index: number): Dict[] {
  const method = 'notifications/progress';
  const note = { jsonrpc: '2.0', method, params: questionOf(method, text(1)) };
  return [call(`a${index}`, text(0)), note, call(`b${index}`, text(2))];
}
