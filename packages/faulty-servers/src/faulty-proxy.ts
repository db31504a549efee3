import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What stands between a client and its server. */
export interface FaultyProxy {
  readonly port: number;
  /** `pass` forwards, `hang` forwards nothing, `refuse` cuts every connection and takes no other. */
  mode: 'pass' | 'hang' | 'refuse';
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
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('data', (data) => mode === 'pass' && other.write(data));
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
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
}
