import type { Dict } from '@interpose/core';
import { canaries } from '@interpose/testing/probes';

import { carried } from './wire-modes.ts';

/** What every question and every answer carries. */
const question: Dict = { _meta: { secret: canaries[carried.question] } };
const answer: Dict = { _meta: { secret: canaries[carried.answer] } };

/** What a request or a notification of this method says, as far as the SDK reads it. */
export function paramsOf(method: string): Dict {
  return { ...question, ...PARAMS[method] };
}

const PARAMS: Readonly<Record<string, Dict>> = {
  'completion/complete': {
    ref: { type: 'ref/prompt', name: 'p' },
    argument: { name: 'a', value: '' },
  },
  'elicitation/create': {
    message: 'Which?',
    requestedSchema: { type: 'object', properties: {} },
  },
  'logging/setLevel': { level: 'info' },
  'notifications/cancelled': { requestId: 'nobody' },
  'notifications/elicitation/complete': { elicitationId: 'e1' },
  'notifications/message': { level: 'info', data: 'said' },
  'notifications/progress': { progressToken: 'nobody', progress: 1 },
  'notifications/resources/updated': { uri: 'shop://prices' },
  'notifications/subscriptions/acknowledged': {
    notifications: { resourceSubscriptions: [canaries[carried.question]] },
  },
  'notifications/tasks/status': {
    taskId: 't1',
    status: 'working',
    ttl: null,
    createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: '2026-01-01T00:00:00Z',
  },
  'prompts/get': { name: 'p' },
  'resources/read': { uri: 'shop://prices' },
  'resources/subscribe': { uri: 'shop://prices' },
  'resources/unsubscribe': { uri: 'shop://prices' },
  'sampling/createMessage': { messages: [], maxTokens: 1 },
  'subscriptions/listen': { notifications: {} },
  'tasks/cancel': { taskId: 't1' },
  'tasks/get': { taskId: 't1' },
  'tasks/result': { taskId: 't1' },
  'tools/call': { name: 'pay', arguments: { card: canaries[carried.question] } },
};

/** What an end answers a request of this method with. */
export function contentOf(method: string): Dict {
  return { ...answer, ...RESULTS[method] };
}

const secret = canaries[carried.answer];
const text = { type: 'text', text: secret };

const RESULTS: Readonly<Record<string, Dict>> = {
  'completion/complete': { completion: { values: [secret] } },
  'elicitation/create': { action: 'accept', content: {} },
  'prompts/get': { messages: [{ role: 'user', content: text }] },
  'prompts/list': { prompts: [{ name: secret }] },
  'resources/list': { resources: [{ uri: 'shop://prices', name: secret }] },
  'resources/read': { contents: [{ uri: 'shop://prices', text: secret }] },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'shop://{a}', name: secret }] },
  'roots/list': { roots: [{ uri: 'file:///shop', name: secret }] },
  'sampling/createMessage': { model: 'm', role: 'assistant', content: text },
  'tools/call': { content: [text], structuredContent: { said: secret } },
  'tools/list': { tools: [{ name: secret, inputSchema: { type: 'object' } }] },
};
