import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { serve } from '@interpose/aos';
import { InterposeError, type Hooks } from '@interpose/core';
import { hooksOf } from '@interpose/core/load';
import { decisionLine } from '@interpose/core/log';

import { loadConfig } from '../../config/load-config.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { namesThisMachine } from './own-names.ts';

/** The time in milliseconds in which a request must arrive completely. */
const ARRIVAL_MS = 30_000;
/** The time in milliseconds that open answers have when the server stops. */
const END_MS = 5000;
const LOCAL = '127.0.0.1';

/** Serves a module of policies until it is interrupted. */
export async function servePolicies(
  given: Given,
  terminal: Terminal,
  subject: string | undefined,
): Promise<ExitCode> {
  const port = given.count('port') ?? 4747;
  if (port > 65_535) throw usageError(`--port is ${port}`, 'give a number below 65536');
  const { module, name } = await loadConfig(given.folder, subject);
  const hooks = await hooksOf(module, name);
  const own = process.env['INTERPOSE_TOKEN'];
  if (own === '') throw usageError('INTERPOSE_TOKEN is empty', 'set it to a secret, or unset it');
  const token = own ?? randomBytes(24).toString('base64url');
  hooks.observe('onDecision', ({ record }) => {
    terminal.jsonLine({ kind: 'decision', record });
    terminal.say(decisionLine(record));
  });
  const host = given.text('host') ?? LOCAL;
  const answer = getRequestListener(answerOf(hooks, { name, token, host }));
  const times = { headersTimeout: ARRIVAL_MS, requestTimeout: ARRIVAL_MS };
  const server = createServer(times, (incoming, outgoing) => void answer(incoming, outgoing));
  const url = await listen(server, port, host);
  terminal.jsonLine({ kind: 'listening', url, token });
  terminal.say(`guardian  ${url}`);
  terminal.say(own === undefined ? `token     ${token}` : 'token     that of INTERPOSE_TOKEN');
  terminal.say(`policies  ${name}`);
  terminal.say(`agents    guardian({ url: '${url}', token }) of @interpose/aos`);
  await interrupted();
  await end(server);
  await hooks.close();
  return 0;
}

interface Served {
  readonly name: string;
  readonly token: string;
  readonly host: string;
}

/** Answers the health check for everybody, and decisions only for clients with the token. */
function answerOf(
  hooks: Hooks,
  { name, token, host }: Served,
): (request: Request) => Promise<Response> | Response {
  const decide = serve(hooks, { token });
  return (request) => {
    if (!namesThisMachine(request, host))
      return new Response('ask for this machine by its address or localhost\n', { status: 421 });
    return new URL(request.url).pathname === '/health' && request.method === 'GET'
      ? Response.json({ status: 'serving', module: name, storage: 'none' })
      : decide(request);
  };
}

/** Stops the server: open answers get their time, and slow or silent clients are cut off. */
async function end(server: Server): Promise<void> {
  server.close();
  const late = setTimeout(() => server.closeAllConnections(), END_MS);
  await once(server, 'close');
  clearTimeout(late);
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const problem = `port ${port} of ${host} cannot be listened on: ${message}`;
    const remedy = /^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_\w+)$/.test(code)
      ? 'give an address of this machine with --host'
      : 'stop what uses it, or choose another with --port, where 0 takes any that is free';
    throw new InterposeError('port_unavailable', problem, remedy, { cause });
  }
  const shown = host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${(server.address() as AddressInfo).port}/`;
}

function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => resolve());
  return promise;
}
