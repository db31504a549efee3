import type { MarkPlace } from '../shared/stores/sentinel.ts';
import type { RedisClient } from './redis-client.ts';

/** Keeps the mark of a store under this key of the server. */
export function markAt(client: RedisClient, key: string): MarkPlace {
  return {
    async read() {
      const reply = await client.sendCommand(['GET', key]);
      return typeof reply === 'string' ? reply : undefined;
    },
    add: (mark) => client.sendCommand(['SET', key, mark, 'NX']),
    put: (mark) => client.sendCommand(['SET', key, mark]),
  };
}
