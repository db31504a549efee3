import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';

import { GuardianFailure, statusFailure } from './guardian-failure.ts';
import { OpenConnections } from './open-connections.ts';
import type { Transport } from './transport.ts';

/** The parts of `node:http` or `node:https` that are used here. */
export interface HttpModule {
  readonly Agent: new (options: { keepAlive: boolean }) => Agent;
  request(options: RequestOptions): ClientRequest;
}

/** Sends over connections that stay open, and knows when a request cannot have arrived. */
export function nodeTransport(url: URL, http: HttpModule): Transport {
  const connections = new OpenConnections(new http.Agent({ keepAlive: true }));
  const { agent } = connections;
  const target = targetOf(url);
  return {
    close: () => agent.destroy(),
    send: (outgoing) =>
      new Promise((resolve, reject) => {
        const { body, headers, limit } = outgoing;
        connections.closeStale();
        const length = { 'content-length': String(Buffer.byteLength(body)) };
        const request = http.request({
          ...target,
          agent,
          method: 'POST',
          headers: { ...headers, ...length },
        });
        // The `signal` option of Node costs more than the rest of the request.
        limit.onStop(() => void request.destroy());
        const wasSent = watchSending(request);
        request.on('error', (cause) => {
          reject(
            new GuardianFailure('guardian_unreachable', { sent: wasSent(), outage: true, cause }),
          );
        });
        request.on('response', (response) => {
          connections.learn(response);
          readAnswer(response, outgoing.maxAnswerBytes).then(resolve, reject);
        });
        request.end(body);
      }),
  };
}

/** Returns the parts of the address, once for all requests. */
function targetOf({ hostname, port, pathname, search }: URL): RequestOptions {
  const path = pathname + search;
  // A URL puts an IPv6 address in brackets, a connection needs it without.
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return port === '' ? { host, path } : { host, path, port };
}

/** Returns whether the request was sent: its connection was open and has taken at least one byte. */
function watchSending(request: ClientRequest): () => boolean {
  let isOpen = false;
  let socket: Socket | undefined;
  let before = 0;
  request.on('socket', (given) => {
    socket = given;
    before = given.bytesWritten;
    isOpen = !given.connecting;
    if (isOpen) return;
    given.once('connect', () => {
      isOpen = true;
    });
  });
  return () => isOpen && socket !== undefined && socket.bytesWritten > before;
}

function tooLarge(): GuardianFailure {
  return new GuardianFailure('guardian_answer_too_large', { outage: true });
}

function readAnswer(response: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (failure: GuardianFailure): void => {
      response.destroy();
      reject(failure);
    };
    if (response.statusCode !== 200) {
      refuse(statusFailure(response.statusCode));
      return;
    }
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
      refuse(tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) refuse(tooLarge());
      else chunks.push(chunk);
    });
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    response.on('error', (cause) =>
      reject(new GuardianFailure('guardian_unreachable', { outage: true, cause })),
    );
  });
}
