import { Socket } from 'node:net';

/** The margin over the server's own limit for statements: a server that is silent for longer is gone. */
const MORE_MS = 1000;

/**
 * Returns a socket that ends when nothing came for a time: a connection whose other end is gone without notice would
 * otherwise wait for ever.
 */
export function silentSocket(silentMs: number): Socket {
  const socket = new Socket();
  const longest = silentMs + MORE_MS;
  return socket.setTimeout(longest, () => {
    socket.destroy(new Error(`the database said nothing for ${longest} ms`));
  });
}
