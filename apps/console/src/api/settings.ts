import { queryOptions } from '@tanstack/react-query';
import type {
  Delivery,
  PersonRow,
  Retention,
  RetentionPreview,
  Role,
  TokenRow,
  WebhookRow,
} from '@interpose/guardian-api';

import { get, write } from './request.ts';

export type NewWebhook = Pick<WebhookRow, 'url' | 'format' | 'kinds'>;

interface Rows<Row> {
  readonly rows: readonly Row[];
}

const BASE = '/api/settings';

export const tokensQuery = queryOptions({
  queryKey: ['settings', 'tokens'],
  queryFn: ({ signal }) => get<Rows<TokenRow>>(`${BASE}/tokens`, {}, signal),
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
  queryFn: ({ signal }) => get<Rows<WebhookRow>>(`${BASE}/webhooks`, {}, signal),
});

/** The secret is in this answer and nowhere else. */
export function addWebhook(
  webhook: NewWebhook,
): Promise<{ readonly webhook: WebhookRow; readonly secret: string }> {
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
