import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { serve } from '@interpose/aos';
import { InterposeError, type Hooks } from '@interpose/core';
import { hooksOf } from '@interpose/core/load';
import { decisionLine } from '@interpose/core/log';

import { loadConfig } from '../../config/load-config.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { answerHttp } from './answer-http.ts';

/** Serves a module of policies until it is interrupted. */
export async function servePolicies(
  given: Given,
  terminal: Terminal,
  subject: string | undefined,
): Promise<ExitCode> {
  const { module, name } = await loadConfig(given.folder, subject);
  const hooks = await hooksOf(module, name);
  const own = process.env['INTERPOSE_TOKEN'];
  const token = own ?? randomBytes(24).toString('base64url');
  hooks.observe('onDecision', ({ record }) => {
    if (terminal.isJson) terminal.raw(`${JSON.stringify({ kind: 'decision', record })}\n`);
    else terminal.say(decisionLine(record));
  });
  const server = createServer(answerHttp(answerOf(hooks, name, token)));
  const url = await listen(server, given);
  if (terminal.isJson) terminal.raw(`${JSON.stringify({ kind: 'listening', url, token })}\n`);
  terminal.say(`guardian  ${url}`);
  terminal.say(own === undefined ? `token     ${token}` : 'token     that of INTERPOSE_TOKEN');
  terminal.say(`policies  ${name}`);
  terminal.say(`agents    guardian({ url: '${url}', token }) of @interpose/aos`);
  await interrupted();
  server.close();
  server.closeIdleConnections();
  await once(server, 'close');
  await hooks.close();
  return 0;
}

/** How it is is told to everybody; decisions only to who has the token. */
function answerOf(
  hooks: Hooks,
  name: string,
  token: string,
): (request: Request) => Promise<Response> {
  const decide = serve(hooks, { token });
  return (request) =>
    new URL(request.url).pathname === '/health' && request.method === 'GET'
      ? Promise.resolve(Response.json({ status: 'serving', module: name, storage: 'none' }))
      : decide(request);
}

async function listen(server: Server, given: Given): Promise<string> {
  const [port, host] = [given.count('port') ?? 4747, given.text('host') ?? '127.0.0.1'];
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const problem = `port ${port} cannot be listened on: ${(cause as Error).message}`;
    const remedy = 'end what holds it, or choose another with --port; 0 takes any that is free';
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
