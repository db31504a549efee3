import type { Dict } from '@interpose/core';

import type { Seams } from '../scenario/seams.ts';
import { a2aAnswer, a2aRequest } from './a2a-messages.ts';

/** Makes a seam that logs what was done through it. */
export type LoggingSeam = (log: string[]) => Seams;

/** A mail that asks for a payment. */
export const trigger: LoggingSeam = () => ({
  trigger: { kind: 'mail', content: [{ type: 'text', text: 'pay invoice 7' }] },
});

/** An index that logs its searches and knows one price. */
export const knowledge: LoggingSeam = (log) => ({
  knowledge: {
    source: 'shop-index',
    search(query) {
      log.push(`searched ${query.text}`);
      return [{ id: 'bread', content: 'ten euros' }];
    },
  },
});

/** A memory with one line that logs what is stored. */
export const memory: LoggingSeam = (log) => ({
  memory: {
    source: 'notebook',
    read: () => [{ content: 'they like bread' }],
    store: (items) => void log.push(`stored ${items.length}`),
  },
});

/** A compaction with a fixed summary. */
export const compaction: LoggingSeam = () => ({ compaction: { summarise: () => 'summed up' } });

/** A server with one tool that logs the messages it gets. */
export const mcp: LoggingSeam = (log) => ({
  mcp: {
    server: 'shop',
    receive(message) {
      log.push(`sent ${String(message['method'])}`);
      const result = resultOf(message['method']);
      return result === undefined ? [] : [{ jsonrpc: '2.0', id: message['id'], result }];
    },
  },
});

/** One request to a remote agent, logged on both sides. */
export const a2a: LoggingSeam = (log) => ({
  a2a: [
    {
      role: 'client',
      method: 'message/send',
      request: a2aRequest('message/send'),
      answer() {
        log.push('asked');
        return { response: a2aAnswer('message/send', 'ten euros') };
      },
      received: (message) => void log.push(`got ${JSON.stringify(message)}`),
    },
  ],
});

function resultOf(method: unknown): Dict | undefined {
  if (method === 'initialize') return { protocolVersion: '2025-06-18', capabilities: {} };
  if (method === 'tools/list')
    return { tools: [{ name: 'lookup', inputSchema: { type: 'object' } }] };
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'ten euros' }] } : undefined;
}
