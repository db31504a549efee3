import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the other side was asked, and where to say what the test wants. */
export type Answer = (
  message: { readonly id: number; readonly method: string },
  response: ServerResponse,
  request: IncomingMessage,
) => void;

/** A server by hand that answers JSON-RPC as no agent should. */
export async function hostileAgent(
  answer: Answer,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const said = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Parameters<Answer>[0];
      answer(said, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One event of a stream, as JSON-RPC has it. */
export function eventOf(id: unknown, result: object): string {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
}

/** Begins to answer with a stream of these events, and leaves it open. */
export function streamed(response: ServerResponse, ...events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(event);
}
