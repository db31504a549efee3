import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of one server-sent event: what goes on in its place, or the end of the connection before it. */
export type Tamper = (
  event: string,
  from: { readonly method: string },
) => readonly string[] | 'cut';

/** What stands between a client and a server that streams events. */
export interface EventProxy {
  readonly url: string;
  /** The methods of the requests that were answered with a stream, in order. */
  readonly opened: readonly string[];
  /** Cuts every open stream. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

/** Opens an HTTP proxy to a server of this machine that hands each event of a stream to `tamper`. */
export async function openEventProxy(target: string, tamper: Tamper): Promise<EventProxy> {
  const opened: string[] = [];
  const streams = new Set<ServerResponse>();
  const server = createServer((from, back) => {
    const { method = '', headers, url } = from;
    const onward = request(new URL(url!, target), { method, headers }, (answer) => {
      answer.on('error', () => back.destroy());
      back.writeHead(answer.statusCode!, answer.headers).flushHeaders();
      if (!isStream(answer)) return void answer.pipe(back);
      opened.push(method);
      streams.add(back);
      back.on('close', () => streams.delete(back));
      passOn(answer, back, (event) => tamper(event, { method }));
    });
    onward.on('error', () => back.destroy());
    back.on('close', () => onward.destroy());
    from.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    opened,
    cut: () => streams.forEach((stream) => stream.destroy()),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isStream({ headers }: IncomingMessage): boolean {
  return String(headers['content-type']).includes('event-stream');
}

function passOn(
  answer: IncomingMessage,
  back: ServerResponse,
  tamper: (event: string) => readonly string[] | 'cut',
): void {
  let rest = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const events = (rest + chunk).split(/(?<=\n\r?\n)/u);
    rest = events.at(-1)!.endsWith('\n\n') ? '' : events.pop()!;
    for (const event of events) {
      const instead = tamper(event);
      if (instead === 'cut') return void back.destroy();
      for (const each of instead) back.write(each);
    }
  });
  answer.on('end', () => back.end());
}
