import type { Dict } from '@interpose/core';
import type { WireApp, WireKind, WireSide } from '@interpose/testing/fuzz';

import type { Side } from '../messages.ts';
import type { End, ProbeSdk } from '../probes/probe-sdks.ts';
import { probesOver } from '../probes/transport-probes.ts';
import type { Transport } from '../../test/sdk.ts';
import { hooked } from './end-kinds.ts';
import { serveWeb } from './http-session.ts';
import { answerTo, questionOf } from './said.ts';

/** What a server of 2026 may ask within an answer. */
const methods = ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const;

/** A client and a server of the protocol of 2026, whose tool asks within its answers, with the hooks at either end. */
export function inputKinds(sdk: ProbeSdk): readonly WireKind[] {
  return (['client', 'server'] as const).map((near) => ({
    name: `${near} of 2026`,
    entries: ['server: question', 'client request server/discover', 'stdio: serveStdio'],
    events: ['preMcpMessage', 'onMcpMessage'],
    says: { 'call the tool': ['client request tools/call', 'path: server: question'] },
    takes: ['fails', 'slow', 'asks one', 'asks all', 'asks twice'],
    options: { 'hook again': [], 'over HTTP': probesOver('streamable HTTP') },
    open: (app) => openEnds(sdk, near, app),
  }));
}

interface Answering {
  setRequestHandler(method: string, handle: (request: Dict) => Dict): void;
  callTool(call: Dict, options?: Dict): Promise<Dict>;
}

async function openEnds(sdk: ProbeSdk, near: Side, app: WireApp): ReturnType<WireKind['open']> {
  const sideOf = (end: Side): WireSide => (end === near ? 'near' : 'far');
  const link = await (app.has('over HTTP') ? linkHttp : linkMemory)(sdk, near, app, () =>
    shop(sdk, app, sideOf('server')),
  );
  const client = asked(sdk, app, sideOf('client'));
  const { transport } = link;
  await client.connect(near === 'client' ? hooked(transport, near, app) : transport);
  return {
    held: near === 'client' ? client : link.servers,
    async say({ abandoned }, index) {
      const controller = new AbortController();
      if (abandoned === true) setImmediate(() => controller.abort(new Error('the app gives up')));
      const secret = app.canary(sideOf('client'), index * 10);
      const call = { name: 'pay', arguments: { card: secret }, _meta: { secret } };
      const answer = await client.callTool(call, { signal: controller.signal, timeout: 2000 });
      app.arrived(sideOf('client'), answer);
      return answer;
    },
    close: async () => {
      await client.close();
      for (const server of link.servers) await server.close();
      await link.close?.();
    },
  };
}

/** A server and the client's way to it. */
interface Link {
  readonly transport: Transport;
  readonly servers: readonly End[];
  readonly close?: () => Promise<void>;
}

type MakeLink = (sdk: ProbeSdk, near: Side, app: WireApp, make: () => End) => Promise<Link>;

const linkMemory: MakeLink = async (sdk, near, app, make) => {
  const [transport, theirs] = sdk.InMemoryTransport.createLinkedPair();
  const server = make();
  const own = near === 'server' ? hooked(theirs, near, app) : theirs;
  sdk.serveStdio?.(() => server, { transport: own });
  return { transport, servers: [server] };
};

/** The SDK makes a server and a transport for each request: the hooks are put on what the server is connected to. */
const linkHttp: MakeLink = async (sdk, near, app, make) => {
  const servers: End[] = [];
  const handler = sdk.createMcpHandler!(() => {
    const server = make();
    servers.push(server);
    const connect = server.connect.bind(server);
    server.connect = (native) => connect(near === 'server' ? hooked(native, near, app) : native);
    return server;
  });
  const { url, close } = await serveWeb(handler);
  const transport = new sdk.linkSdk.StreamableHTTPClientTransport(url);
  return { transport, servers, close };
};

/** A client whose app answers what it is asked. */
function asked(sdk: ProbeSdk, app: WireApp, side: WireSide): Answering & End {
  const info = { name: 'app', version: '1' };
  const client = new sdk.Client(info, ofClient) as Answering & End;
  for (const method of methods)
    client.setRequestHandler(method, (request) => {
      app.arrived(side, request);
      const number = app.numberIn(request['params']);
      const secret = app.canary(side, number);
      if (method === 'elicitation/create') return { action: 'accept', content: { said: secret } };
      return answerTo(method, secret);
    });
  return client;
}

/** A server whose tool asks as often as the step says. */
function shop(sdk: ProbeSdk, app: WireApp, side: WireSide): End {
  const server = new sdk.McpServer({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
  server.registerTool('pay', {}, async (context) => {
    const {
      _meta: meta,
      inputResponses,
      requestState,
    } = (context as { readonly mcpReq: Dict & { readonly requestState: () => unknown } }).mcpReq;
    app.arrived(side, { meta, inputResponses });
    const number = app.numberIn(meta);
    const taken = app.steps[number / 10]?.taken ?? '';
    const round = Number(requestState() ?? 0);
    const secret = app.canary(side, number);
    if (taken === 'slow') await new Promise((resolve) => setTimeout(resolve, 2));
    if (taken === 'fails') throw new Error(secret);
    const rounds = taken === 'asks twice' ? 2 : taken.startsWith('asks') ? 1 : 0;
    if (round < rounds) return asking(taken, round, (at) => app.canary(side, number + at));
    return { content: [{ type: 'text', text: secret }] };
  });
  return server;
}

function asking(taken: string, round: number, canary: (at: number) => string): Dict {
  const put = taken === 'asks one' ? methods.slice(0, 1) : methods;
  const questions = put.map((method, at) => {
    const text = canary(1 + round * 3 + at);
    const said = method === 'elicitation/create' ? { message: text } : {};
    const messages = [{ role: 'user', content: { type: 'text', text } }];
    const sampled = method === 'sampling/createMessage' ? { messages } : {};
    return [`q${at}`, { method, params: { ...questionOf(method, text), ...said, ...sampled } }];
  });
  return {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(questions) as Dict,
    requestState: String(round + 1),
  };
}

const ofClient: Dict = {
  capabilities: { sampling: {}, roots: {}, elicitation: { form: {} } },
  versionNegotiation: { mode: 'auto' },
  inputRequired: { maxRounds: 4 },
};
