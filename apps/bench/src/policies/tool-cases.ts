import { allowTools } from '@interpose/policies/allow-tools';
import { checkArguments } from '@interpose/policies/check-arguments';
import { denyTools } from '@interpose/policies/deny-tools';
import { filterTools } from '@interpose/policies/filter-tools';
import { guardEgress } from '@interpose/policies/guard-egress';
import { guardShell } from '@interpose/policies/guard-shell';
import { guardSql } from '@interpose/policies/guard-sql';
import { stopLoops } from '@interpose/policies/stop-loops';
import { trackTaint } from '@interpose/policies/track-taint';

import { policyCase, type PolicyCase } from './policy-case.ts';
import { callOf, requestOf } from './steps.ts';

const search = callOf('search', (index) => ({ query: `price of bread ${index}` }));
const exec = callOf('exec', (index) => ({ command: `git log --oneline -n ${index} | head -5` }));
const query = callOf('query', (index) => ({
  query: `SELECT id, total FROM orders WHERE customer = ${index} ORDER BY id LIMIT 10`,
}));
const fetchPage = callOf('fetch', (index) => ({
  url: `https://api.example.com/v1/orders/${index}`,
}));

/** What policies of tools and arguments take. */
export const toolCases: readonly PolicyCase[] = [
  policyCase({
    name: 'allow-tools',
    policy: () => allowTools(['search', 'billing_*']),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'allow-tools, offer',
    policy: () => allowTools(['search', 'read_*']),
    event: 'preRequest',
    payload: requestOf((index) => `question ${index}`),
    says: 'modify',
  }),
  policyCase({
    name: 'deny-tools',
    policy: () => denyTools(['exec', 'delete_*']),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'filter-tools',
    policy: () =>
      filterTools((tool) => tool.annotations.readOnlyHint, {
        facts: { search: { annotations: { readOnlyHint: true } } },
      }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'check-arguments, JSON Schema',
    policy: () =>
      checkArguments({
        search: { type: 'object', properties: { query: { type: 'string', maxLength: 200 } } },
      }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'stop-loops',
    policy: () => stopLoops({ maxCalls: 1_000_000_000 }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'track-taint',
    policy: () => trackTaint({ tools: { search: { effect: 'none' } } }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'guard-egress',
    policy: () => guardEgress({ allow: ['api.example.com'], resolve: () => ['93.184.215.14'] }),
    event: 'preToolCall',
    payload: fetchPage,
    says: 'allow',
  }),
  policyCase({
    name: 'guard-shell',
    policy: () => guardShell({ tools: 'exec', allow: ['git log', 'head'] }),
    event: 'preToolCall',
    payload: exec,
    says: 'allow',
  }),
  policyCase({
    name: 'guard-sql, PostgreSQL',
    policy: () => guardSql({ tools: 'query', dialect: 'postgresql', maxRows: 100 }),
    event: 'preToolCall',
    payload: query,
    says: 'allow',
  }),
];
