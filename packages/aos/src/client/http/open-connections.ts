import type { Agent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The open connections to one guardian. A connection that was idle for half of the guardian's limit is not used again:
 * a request fails on a connection that is being closed, and nobody can tell whether it arrived.
 */
export class OpenConnections {
  readonly agent: Agent;
  readonly #idleSince = new WeakMap<object, number>();
  #hint: string | undefined;
  #mostIdleMs = IDLE_MS_WITHOUT_HINT;

  constructor(agent: Agent) {
    this.agent = agent;
    agent.on('free', (socket: Socket) => this.#idleSince.set(socket, performance.now()));
  }

  /** Closes connections that were idle too long. Call it before a request, since timers are late in a busy process. */
  closeStale(): void {
    const now = performance.now();
    for (const sockets of Object.values(this.agent.freeSockets))
      for (const socket of sockets ?? [])
        if (now - (this.#idleSince.get(socket) ?? now) > this.#mostIdleMs) socket.destroy();
  }

  /** Reads how long the guardian keeps an idle connection. */
  learn({ headers }: IncomingMessage): void {
    const hint = String(headers['keep-alive']);
    if (hint === this.#hint) return;
    this.#hint = hint;
    const seconds = /\btimeout=(\d+)/.exec(hint)?.[1];
    this.#mostIdleMs = seconds === undefined ? IDLE_MS_WITHOUT_HINT : (Number(seconds) * 1000) / 2;
  }
}

const IDLE_MS_WITHOUT_HINT = 2500;
