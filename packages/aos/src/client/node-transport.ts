import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';

import { GuardianFailure, statusFailure } from './guardian-failure.ts';
import type { Transport } from './transport.ts';

/** What this needs of `node:http` or `node:https`. */
export interface HttpModule {
  readonly Agent: new (options: { keepAlive: boolean }) => Agent;
  request(url: URL, options: RequestOptions): ClientRequest;
}

/** Sends over connections that are kept open, and knows when a request cannot have arrived. */
export function nodeTransport(url: URL, http: HttpModule): Transport {
  const agent = new http.Agent({ keepAlive: true });
  return {
    close: () => agent.destroy(),
    send: (outgoing) =>
      new Promise((resolve, reject) => {
        const { body, headers, signal } = outgoing;
        const length = { 'content-length': String(Buffer.byteLength(body)) };
        const request = http.request(url, {
          agent,
          method: 'POST',
          headers: { ...headers, ...length },
        });
        // Its own `signal` option costs more than the rest of the request.
        const abort = (): void => void request.destroy();
        signal.addEventListener('abort', abort, { once: true });
        request.on('close', () => signal.removeEventListener('abort', abort));
        const wasSent = watchSending(request);
        request.on('error', (cause) => {
          reject(
            new GuardianFailure('guardian_unreachable', { sent: wasSent(), outage: true, cause }),
          );
        });
        request.on('response', (response) => {
          readAnswer(response, outgoing.maxAnswerBytes).then(resolve, reject);
        });
        request.end(body);
      }),
  };
}

/** A request was not sent as long as its connection was never open, or the open one has taken no byte of it. */
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
