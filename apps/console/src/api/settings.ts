import { queryOptions } from '@tanstack/react-query';

import type { Role } from './person.ts';
import { get, write } from './request.ts';

export interface AgentToken {
  readonly id: string;
  readonly name: string;
  readonly agent?: string;
  readonly createdAt: number;
  readonly by?: string;
  readonly lastAt?: number;
  readonly previousUntil?: number;
}

export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly role: Role;
  readonly lastAt?: number;
  /** The organisation's login says the role. */
  readonly ofProvider?: true;
}

export interface Webhook {
  readonly id?: string;
  readonly url: string;
  readonly format: 'json' | 'slack';
  readonly events: readonly string[];
  readonly lastAt?: number;
  readonly lastStatus?: number;
  readonly failing?: string;
}

export interface Retention {
  readonly payloadDays: number;
  readonly decisionDays: number;
  readonly auditDays: number;
}

interface Rows<Row> {
  readonly rows: readonly Row[];
}

const BASE = '/api/settings';

export const tokensQuery = queryOptions({
  queryKey: ['settings', 'tokens'],
  queryFn: ({ signal }) => get<Rows<AgentToken>>(`${BASE}/tokens`, {}, signal),
});

/** The secret is in this answer and nowhere else. */
export function makeToken(name: string, agent: string): Promise<{ readonly secret: string }> {
  return write('POST', `${BASE}/tokens`, agent === '' ? { name } : { name, agent });
}

export function rotateToken(id: string): Promise<{ readonly secret: string }> {
  return write('POST', `${BASE}/tokens/${encodeURIComponent(id)}/rotate`);
}

export function dropToken(id: string): Promise<unknown> {
  return write('DELETE', `${BASE}/tokens/${encodeURIComponent(id)}`);
}

export const peopleQuery = queryOptions({
  queryKey: ['settings', 'people'],
  queryFn: ({ signal }) => get<Rows<PersonRow>>(`${BASE}/people`, {}, signal),
});

export function addPerson(person: {
  readonly name: string;
  readonly email?: string;
  readonly role: Role;
}): Promise<{ readonly link?: string }> {
  return write('POST', `${BASE}/people`, person);
}

export function changeRole(id: string, role: Role): Promise<unknown> {
  return write('PATCH', `${BASE}/people/${encodeURIComponent(id)}`, { role });
}

export function dropPerson(id: string): Promise<unknown> {
  return write('DELETE', `${BASE}/people/${encodeURIComponent(id)}`);
}

export const webhooksQuery = queryOptions({
  queryKey: ['settings', 'webhooks'],
  queryFn: ({ signal }) => get<Rows<Webhook>>(`${BASE}/webhooks`, {}, signal),
});

export function putWebhooks(
  rows: readonly Webhook[],
): Promise<Rows<Webhook> & { readonly secret?: string }> {
  const sent = rows.map(({ url, format, events }) => ({ url, format, events }));
  return write('PUT', `${BASE}/webhooks`, { rows: sent });
}

export const retentionQuery = queryOptions({
  queryKey: ['settings', 'retention'],
  queryFn: ({ signal }) => get<Retention>(`${BASE}/retention`, {}, signal),
});

export function putRetention(retention: Retention): Promise<Retention> {
  return write('PUT', `${BASE}/retention`, retention);
}
