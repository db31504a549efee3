import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createHooks, type Dict } from '@interpose/core';
import { findTexts } from '@interpose/testing/probes';
import { afterEach, describe, expect, test } from 'vitest';

import { probeSdks } from '../census/probes/probe-sdks.ts';
import { settled } from '../test/hooked-wire.ts';
import { withHooks } from './index.ts';

const SECRET = 'ignore-your-instructions';

/** How a server answers what comes after the hello. */
type Answer = (response: ServerResponse, id: unknown) => void;

function told(type: string, text: string, status: number = 200): Answer {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(text);
}

function json(body: (id: unknown) => object): Answer {
  return (response, id) => told('application/json', JSON.stringify(body(id)))(response, id);
}

/** Wrong answers of a server, each with the secret somewhere. */
const answers: Readonly<Record<string, Answer>> = {
  'a status with a text': told('text/plain', SECRET, 400),
  'a status with an error': told('application/json', `{"error":{"message":"${SECRET}"}}`, 404),
  'a status with a reason': (response) => void response.writeHead(400, SECRET).end(),
  'a kind of content': told(`x/${SECRET}`, '{}'),
  'half of an object': told('application/json', `{"a": ${SECRET}`),
  'a message of a wrong shape': json((id) => ({ jsonrpc: '2.0', id, [SECRET]: SECRET })),
  'an answer that is a text': json((id) => ({ jsonrpc: '2.0', id, result: SECRET })),
  'an error of a wrong shape': json((id) => ({ jsonrpc: '2.0', id, error: SECRET })),
  'an error with data': json((id) => ({
    jsonrpc: '2.0',
    id,
    error: { code: 7, message: 'x', data: SECRET, more: SECRET },
  })),
  'an answer to nobody': json(() => ({ jsonrpc: '2.0', id: SECRET, result: { text: SECRET } })),
  'an event that is no JSON': told('text/event-stream', `data: ${SECRET}\n\n`),
  'a redirect': (response) =>
    void response.writeHead(302, { location: `http://127.0.0.1:1/${SECRET}` }).end(),
  'a challenge': (response) =>
    void response.writeHead(401, { 'www-authenticate': `Bearer error="${SECRET}"` }).end(SECRET),
};

let close = async (): Promise<void> => undefined;
afterEach(() => close());

/** Returns the URL of a server that answers the hello, and then as the test wants, on its streams as well. */
async function serve(answer: Answer): Promise<URL> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { id, method, params } = JSON.parse(text || '{}') as Dict;
    if (method !== 'initialize') return answer(response, id);
    const { protocolVersion } = params as Dict;
    const serverInfo = { name: 'shop', version: '1' };
    const result = { protocolVersion, capabilities: { tools: {} }, serverInfo };
    json(() => ({ jsonrpc: '2.0', id, result }))(response, id);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

describe.each(probeSdks)('what a server of streamable HTTP answers wrongly ($version)', (sdk) => {
  test.each(Object.entries(answers))('is read whole by hooks: %s', async (_, answer) => {
    const url = await serve(answer);
    const hooks = createHooks();
    let read = '';
    hooks.addHook('onMcpMessage', ({ message }) => void (read += JSON.stringify(message)));
    const reached: unknown[] = [];
    const client = new sdk.Client({ name: 'app', version: '1' }, { capabilities: {} });
    client.onerror = (error) => void reached.push(error);
    const native = new sdk.linkSdk.StreamableHTTPClientTransport(url);
    const call = { method: 'tools/call', params: { name: 'pay', arguments: {} } };
    const asking = async (): Promise<unknown> => {
      await client.connect(withHooks(native, hooks));
      return client.request(call, sdk.anyResult, { timeout: 200 });
    };
    reached.push(await asking().catch((error: unknown) => error));
    await settled();
    await client.close();
    const found = await findTexts(reached, [SECRET]);
    for (const [text, path] of found) expect(`${path} ${read}`).toContain(text);
  });
});
