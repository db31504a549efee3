import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Dict } from '@interpose/core';
import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';

import { withHooks } from '../../src/index.ts';
import type { Transport } from '../../test/sdk.ts';
import { ofClient } from './make-ends.ts';
import type { ProbeSdk } from './probe-sdks.ts';
import { paramsOf } from './said.ts';
import { carried, modesOf } from './wire-modes.ts';

/** A call whose HTTP request the server refuses, with a text that the transport makes an error of. */
export function refusalProbes(sdk: ProbeSdk): readonly Probe[] {
  return Object.entries(wires).map(([name, wire]) => ({
    name: refusalProbe(name),
    asks: ['preMcpMessage', 'onMcpMessage'],
    app: (run) => call(sdk, run, wire),
    modes: modesOf({ way: 'out', isAnswered: true, isRequest: true }),
  }));
}

/** The name of the probe over this transport. */
export function refusalProbe(name: string): string {
  return `a refused tools/call over ${name}, hooked at the client`;
}

/** How a client connects there, and how a server answers what it posts. */
interface Wire {
  readonly connect: (sdk: ProbeSdk, url: URL) => Transport;
  /** Answers a request that is no post. */
  readonly open: (response: ServerResponse) => void;
  readonly answer: (response: ServerResponse, message: Dict, streams: ServerResponse[]) => void;
}

const wires: Readonly<Record<string, Wire>> = {
  'streamable HTTP': {
    connect: ({ linkSdk }, url) => new linkSdk.StreamableHTTPClientTransport(url),
    open: (response) => void response.writeHead(405).end(),
    answer(response, message) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    },
  },
  'server-sent events': {
    connect: ({ linkSdk }, url) => new linkSdk.SSEClientTransport(url),
    open(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
    },
    answer(response, message, streams) {
      response.writeHead(202).end();
      for (const stream of streams) stream.write(`data: ${JSON.stringify(message)}\n\n`);
    },
  },
};

async function call(sdk: ProbeSdk, run: ProbeRun, wire: Wire): Promise<unknown> {
  const { url, close } = await serve(run, wire);
  const native = wire.connect(sdk, url);
  const transport = run.hooks === undefined ? native : withHooks(native, run.hooks);
  const client = new sdk.Client({ name: 'probe', version: '1.0.0' }, ofClient);
  client.onerror = (error) => run.note('error at the client', error);
  try {
    await client.connect(transport);
    const said = { method: 'tools/call', params: paramsOf('tools/call') };
    return await client.request(said, sdk.anyResult, { timeout: 5000 });
  } finally {
    await client.close();
    await close();
  }
}

async function serve(
  run: ProbeRun,
  wire: Wire,
): Promise<{ readonly url: URL; readonly close: () => Promise<void> }> {
  const streams: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') void post(run, wire, request, response, streams);
    else {
      streams.push(response);
      wire.open(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function post(
  run: ProbeRun,
  wire: Wire,
  request: IncomingMessage,
  response: ServerResponse,
  streams: ServerResponse[],
): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { id, method, params } = JSON.parse(text) as Dict;
  if (method === 'tools/call') {
    run.requested(params);
    response.writeHead(400).end(canaries[carried.answer]);
  } else if (id === undefined) response.writeHead(202).end();
  else {
    const { protocolVersion } = params as Dict;
    const serverInfo = { name: 'probe', version: '1.0.0' };
    const result = { protocolVersion, capabilities: { tools: {} }, serverInfo };
    wire.answer(response, { jsonrpc: '2.0', id, result }, streams);
  }
}
