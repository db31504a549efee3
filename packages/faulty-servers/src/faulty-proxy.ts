import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What stands between a client and its server. */
export interface FaultyProxy {
  readonly port: number;
  /** `pass` forwards, `hang` forwards nothing, `refuse` cuts every connection and takes no other. */
  mode: 'pass' | 'hang' | 'refuse';
  /** Milliseconds that each piece takes longer, there and back: 0. */
  delayMs: number;
  /** Resets every open connection. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a proxy to a port of this machine. */
export async function openProxy(target: number): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  const cut = (): void => sockets.forEach((socket) => socket.resetAndDestroy());
  let mode: FaultyProxy['mode'] = 'pass';
  const server = createServer((from) => {
    if (mode === 'refuse') return void from.destroy();
    const to = connect(target, '127.0.0.1');
    join(from, to, sockets, () => (mode === 'pass' ? proxy.delayMs : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultyProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
      if (next === 'refuse') cut();
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

/** Each end of a connection gets what the other sends, and ends with it. */
function join(from: Socket, to: Socket, open: Set<Socket>, delay: () => number | undefined): void {
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const) {
    open.add(one);
    one.on('error', () => undefined);
    forward(one, other, delay);
    one.on('close', () => {
      open.delete(one);
      other.destroy();
    });
  }
}

/** Hands on what comes, after so many milliseconds; undefined hands nothing on. */
function forward(from: Socket, to: Socket, delay: () => number | undefined): void {
  // Each piece waits for the one before it, so that none overtakes it.
  let last: Promise<unknown> | undefined;
  from.on('data', (data) => {
    const delayMs = delay();
    if (delayMs === undefined) return;
    if (delayMs === 0 && last === undefined) return void to.write(data);
    const own = (last = Promise.all([last, pause(delayMs)]).then(() => {
      to.write(data);
      if (last === own) last = undefined;
    }));
  });
}
