import { queryOptions } from '@tanstack/react-query';

import { get, write } from './request.ts';

export interface AgentRow {
  readonly name: string;
  readonly framework?: string;
  readonly lastAt: number;
  readonly decisions: number;
  readonly coverage?: readonly {
    readonly path: string;
    readonly event: string;
    readonly status: 'enforced' | 'observed' | 'unmediated';
    readonly note?: string;
  }[];
  readonly inventory?: readonly {
    readonly kind: string;
    readonly name: string;
    readonly allowed?: boolean;
  }[];
}

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => get<{ readonly rows: readonly AgentRow[] }>('/api/agents', {}, signal),
  refetchInterval: 10_000,
});

export interface Switch {
  readonly id: string;
  readonly kind: 'agent' | 'tool' | 'session' | 'tenant';
  readonly value: string;
  readonly why: string;
  readonly by: string;
  readonly at: number;
  readonly until?: number;
}

export interface Switches {
  readonly rows: readonly Switch[];
}

export const switchesQuery = queryOptions({
  queryKey: ['switches'],
  queryFn: ({ signal }) => get<Switches>('/api/switches', {}, signal),
});

/** Stops an agent, a tool, a session or everything, until somebody lets it run again. */
export function stop(kind: Switch['kind'], value: string, why: string): Promise<unknown> {
  return write('POST', '/api/switches', { kind, value, why });
}

export function letRun(id: string): Promise<unknown> {
  return write('DELETE', `/api/switches/${encodeURIComponent(id)}`);
}
