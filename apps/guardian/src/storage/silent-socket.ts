import { Socket } from 'node:net';

/** The server ends a statement at its own limit; what is silent for longer is no server any more. */
const MORE_MS = 1000;

/**
 * A socket that ends when nothing came for so long: a connection whose other end is gone without a word would be waited
 * for without an end.
 */
export function silentSocket(silentMs: number): Socket {
  const socket = new Socket();
  const longest = silentMs + MORE_MS;
  return socket.setTimeout(longest, () => {
    socket.destroy(new Error(`the database said nothing for ${longest} ms`));
  });
}
