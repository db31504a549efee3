import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { InterposeError } from '@interpose/core';

import { PolicyHost } from '../policies/policy-host.ts';
import { watchPolicies } from '../policies/watch-policies.ts';
import type { HostOptions } from '../policies/policy-layer.ts';
import { PolicyWorkers } from '../workers/policy-workers.ts';
import { drain, reasonToStop, within } from './drain.ts';
import { engineWithStorage } from './engine-with-storage.ts';
import { engineWithoutStorage } from './engine-without-storage.ts';
import { guardianLayer, mainSide, type Engine } from './engine.ts';
import type { GuardianChoice } from './parse-guardian-arguments.ts';
import type { Reporter } from './reporter.ts';

/** The milliseconds from the signal to the exit. */
const LONGEST_END_MS = 9900;
/** The milliseconds that policies and waiting decisions have at least, after the last answer. */
const CLOSE_MS = 900;
/** Idle connections stay open so long: agents pause, and a connection that closes under a request denies the step. */
const IDLE_MS = 65_000;
/** Less than the time after which agents ask again. */
const PENDING_AFTER_MS = 2000;

/** Serves until there is a reason to stop; the exit code says whether all requests in flight were answered. */
export async function runGuardian(choice: GuardianChoice, report: Reporter): Promise<number> {
  const { module, config, token } = choice;
  let engine: Engine | undefined;
  const layerOf = guardianLayer(() => engineOf(engine));
  const host = openHost(choice, report, layerOf, () => engineOf(engine));
  await host.load();
  const state = { draining: false };
  const server = serveBy(() => engine, state);
  server.keepAliveTimeout = IDLE_MS;
  const open = config.storage === 'none' ? engineWithoutStorage : engineWithStorage;
  const listening = listen(server, config.port, config.host);
  engine = await listening
    .then(() => open({ choice, host, report }))
    .catch(async (error: unknown) => {
      server.close();
      // Workers would keep the process alive.
      await host.close();
      throw error;
    });
  const { port } = server.address() as AddressInfo;
  const url = config.publicUrl ?? `http://${config.host}:${port}/`;
  if (choice.isTokenShown) report({ kind: 'problem', problem: SHOWN });
  report({ kind: 'listening', url, token });
  engine.announce(url);
  const unwatch = watchPolicies(module, host);
  const reason = await reasonToStop();
  state.draining = true;
  report({ kind: 'draining', reason });
  unwatch();
  engine.beginToEnd();
  return (await end(server, host, engine)) ? 0 : 1;
}

/** Makes the server for steps and all other requests on one port; 503 until there is an engine. */
function serveBy(opened: () => Engine | undefined, state: { readonly draining: boolean }): Server {
  const steps = getRequestListener(async (request) =>
    endedWhereUnread(await engineOf(opened()).answer(request)),
  );
  const pages = getRequestListener(async (request, { incoming: { socket } }) =>
    endedWhereUnread(await engineOf(opened()).show(request, state.draining, socket.remoteAddress)),
  );
  return createServer((incoming, outgoing) => {
    if (state.draining) outgoing.setHeader('connection', 'close');
    if (opened() === undefined) return void outgoing.writeHead(503, { 'retry-after': '1' }).end();
    const isStep = incoming.url === '/' && incoming.method !== 'GET' && incoming.method !== 'HEAD';
    void (isStep ? steps : pages)(incoming, outgoing);
  });
}

/** Answers requests in flight and closes the rest, within ten seconds; true if nothing was given up. */
async function end(server: Server, host: PolicyHost, engine: Engine): Promise<boolean> {
  const from = performance.now();
  const isDrained = await drain(server, host);
  const closeMs = Math.max(CLOSE_MS, LONGEST_END_MS - (performance.now() - from));
  const closed = Promise.all([host.close(), engine.close(closeMs / 2)]);
  return (await within(closeMs, closed)) && isDrained;
}

/** Opens the host of policies: in this thread, or in as many workers as the settings say. */
function openHost(
  { module, config }: GuardianChoice,
  report: Reporter,
  layerOf: NonNullable<HostOptions['layerOf']>,
  engine: () => Engine,
): PolicyHost {
  const isStored = config.storage !== 'none';
  const options = isStored ? { layerOf, ...waitingTimes(config) } : {};
  const { payloads, redact } = config;
  const main = mainSide(engine, isStored ? { payloads, redact } : undefined);
  const place = (ends: AbortSignal): PolicyWorkers =>
    new PolicyWorkers(config, main, { report, options, ends });
  return new PolicyHost(module, report, config.workers === 0 ? options : { ...options, place });
}

function waitingTimes({ approvalTimeoutMs }: GuardianChoice['config']): HostOptions {
  return { pendingAfterMs: PENDING_AFTER_MS, approvalTimeoutMs };
}

const SHOWN = 'a token in the arguments stands in the list of processes; use INTERPOSE_TOKEN';

const TOO_LARGE = 413;

/** Closes the connection after a body that is too large: its unread rest must not count as the next request. */
function endedWhereUnread(response: Response): Response {
  if (response.status === TOO_LARGE) response.headers.set('connection', 'close');
  return response;
}

function engineOf(engine: Engine | undefined): Engine {
  if (engine !== undefined) return engine;
  throw new InterposeError(
    'not_started',
    'the guardian is still starting',
    'ask again in a moment',
  );
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const problem = `port ${port} cannot be listened on: ${(error as Error).message}`;
    const remedy = 'stop what uses it, or choose another with --port; 0 takes any free port';
    throw new InterposeError('port_unavailable', problem, remedy, { cause: error });
  }
}
