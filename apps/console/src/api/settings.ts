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

export type NoticeKind = 'asked' | 'escalated' | 'answered' | 'expired';

export interface NewWebhook {
  readonly url: string;
  readonly format: 'json' | 'slack';
  readonly kinds: readonly NoticeKind[];
}

export interface Webhook extends NewWebhook {
  readonly id: string;
  readonly by: string;
  readonly createdAt: number;
  readonly lastAt?: number;
  readonly lastStatus?: number;
  readonly failing?: string;
}

export interface Delivery {
  readonly ok: boolean;
  readonly status?: number;
  readonly failing?: string;
}

export interface Retention {
  readonly payloadDays: number;
  readonly decisionDays: number;
}

/** What would go in the next turn, and what stays. */
export interface RetentionPreview {
  readonly decisions: number;
  readonly payloads: number;
  readonly keptDecisions: number;
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

/** The secret is in this answer and nowhere else. */
export function addWebhook(
  webhook: NewWebhook,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  return write('POST', `${BASE}/webhooks`, webhook);
}

export function testWebhook(id: string): Promise<Delivery> {
  return write('POST', `${BASE}/webhooks/${encodeURIComponent(id)}/test`);
}

export function dropWebhook(id: string): Promise<unknown> {
  return write('DELETE', `${BASE}/webhooks/${encodeURIComponent(id)}`);
}

export const retentionQuery = queryOptions({
  queryKey: ['settings', 'retention'],
  queryFn: ({ signal }) => get<Retention>(`${BASE}/retention`, {}, signal),
});

export function putRetention(retention: Retention): Promise<Retention> {
  return write('PUT', `${BASE}/retention`, retention);
}

export function previewRetention(retention: Retention): Promise<RetentionPreview> {
  return write('POST', `${BASE}/retention/preview`, retention);
}
