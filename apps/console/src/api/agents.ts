import { queryOptions } from '@tanstack/react-query';
import type { AgentRow, Switch } from '@interpose/guardian-api';

import { get, write } from './request.ts';

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => get<{ readonly rows: readonly AgentRow[] }>('/api/agents', {}, signal),
  refetchInterval: 10_000,
});

export const switchesQuery = queryOptions({
  queryKey: ['switches'],
  queryFn: ({ signal }) => get<{ readonly rows: readonly Switch[] }>('/api/switches', {}, signal),
});

/** Stops an agent, a tool, a session or everything, until somebody lets it run again. */
export function stop(kind: Switch['kind'], value: string, why: string): Promise<unknown> {
  return write('POST', '/api/switches', { kind, value, why });
}

export function letRun(id: string): Promise<unknown> {
  return write('DELETE', `/api/switches/${encodeURIComponent(id)}`);
}
