import { memoryStore } from '@interpose/core';
import { cache } from '@interpose/policies/cache';
import { circuitBreaker } from '@interpose/policies/circuit-breaker';
import { fallbackModel } from '@interpose/policies/fallback-model';
import { killSwitch } from '@interpose/policies/kill-switch';
import { limitRate } from '@interpose/policies/limit-rate';
import { limitSpend } from '@interpose/policies/limit-spend';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { redactSecrets } from '@interpose/policies/redact-secrets';
import { retryTools } from '@interpose/policies/retry-tools';

import { policyCase, type PolicyCase } from './policy-case.ts';
import { callOf, requestOf } from './steps.ts';

const search = callOf('search', (index) => ({ query: `price of bread ${index}` }));
const plain = requestOf(
  (index) => `What does bread number ${index} cost in the shop at the corner?`,
);

/** What policies that keep state or redact take, with their state in memory. */
export const stateCases: readonly PolicyCase[] = [
  policyCase({
    name: 'limit-rate',
    policy: () => limitRate({ limit: 1_000_000_000, windowMs: 60_000 }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'limit-spend',
    policy: () => limitSpend({ tokens: 1e15, per: 'session' }),
    event: 'preRequest',
    payload: plain,
    says: 'allow',
  }),
  policyCase({
    name: 'kill-switch',
    policy: () => killSwitch({ store: memoryStore() }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'retry-tools',
    policy: () => retryTools({ tools: ['weather'] }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'fallback-model',
    policy: () => fallbackModel(['other']),
    event: 'preRequest',
    payload: plain,
    says: 'allow',
  }),
  policyCase({
    name: 'redact-personal, nothing in it',
    policy: () => redactPersonal(),
    event: 'preRequest',
    payload: plain,
    says: 'allow',
  }),
  policyCase({
    name: 'redact-personal, an address',
    policy: () => redactPersonal(),
    event: 'preRequest',
    payload: requestOf((index) => `Write to ann${index % 50}@mail.example about it.`),
    says: 'modify',
  }),
  policyCase({
    name: 'redact-secrets, nothing in it',
    policy: () => redactSecrets(),
    event: 'preRequest',
    payload: plain,
    says: 'allow',
  }),
  policyCase({
    name: 'circuit-breaker',
    policy: () => circuitBreaker(),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'cache, a new question',
    policy: () => cache({ tools: ['search'], ttlMs: 1000 }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
];
