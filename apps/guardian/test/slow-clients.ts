import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { TOKEN } from './start-guardian.ts';

/** How a client goes wrong, from its connection on. */
const FAULTS: readonly ((socket: Socket) => void)[] = [
  // Connects, and never says a word.
  () => undefined,
  // Sends its header a byte at a time.
  (socket) => trickle(socket, headerOf(200)),
  // Sends a body a byte at a time.
  (socket) => {
    socket.write(headerOf(20_000));
    trickle(socket, ' '.repeat(20_000));
  },
  // Promises a body, sends half of it, and waits.
  (socket) => socket.write(`${headerOf(200)}{"jsonrpc":"2.0","id":`),
  // Asks again and again, and reads no answer.
  (socket) => {
    socket.pause();
    socket.write(`${headerOf(2)}{}`.repeat(5));
  },
  // Sends what is no HTTP.
  (socket) => trickle(socket, '\0'.repeat(1000)),
];

/** Slow enough that they are no load themselves. */
const TRICKLE_MS = 2000;

/** Opens so many connections that are slow or broken, each in a way of its own; the function that it returns ends them. */
export async function openSlowClients(url: string, count: number): Promise<() => void> {
  const { hostname, port } = new URL(url);
  let ended = false;
  const sockets = new Set<Socket>();
  const open = async (index: number): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      // Whom the guardian turns away comes again.
      if (!ended) setTimeout(() => void (ended || open(index)), TRICKLE_MS).unref();
    });
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    FAULTS[index % FAULTS.length]?.(socket);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => open(index)));
  return () => {
    ended = true;
    for (const socket of sockets) socket.destroy();
  };
}

function headerOf(length: number): string {
  return `POST / HTTP/1.1\r\nhost: guardian\r\nauthorization: Bearer ${TOKEN}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}

function trickle(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || sent === text.length) clearInterval(timer);
    else socket.write(text[sent++] ?? '');
  }, TRICKLE_MS);
  timer.unref();
}
