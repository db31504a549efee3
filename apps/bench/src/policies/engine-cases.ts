import type { Policy } from '@interpose/core';
import { cedar } from '@interpose/policies/cedar';
import { every, some, unless } from '@interpose/policies/combine';
import { allowTools } from '@interpose/policies/allow-tools';
import { denyTools } from '@interpose/policies/deny-tools';
import { monitor } from '@interpose/policies/monitor';
import { requireApproval } from '@interpose/policies/require-approval';
import { rules } from '@interpose/policies/rules';

import { policyCase, type PolicyCase } from './policy-case.ts';
import { callOf } from './steps.ts';

const search = callOf('search', (index) => ({ query: `price of bread ${index}` }));
const refund = callOf('refund', (index) => ({
  cents: 100 + (index % 400),
  to: 'ann@acme.example',
}));
const sameSearch = callOf('search', () => ({ query: 'price of bread' }));
const searchMayRun =
  'permit(principal, action == Action::"preToolCall", resource == Tool::"search");';
const nothing: Policy = { name: 'nothing', hooks: { preToolCall: () => undefined } };

/** What rules, engines, people and combinations of policies take. */
export const engineCases: readonly PolicyCase[] = [
  policyCase({
    name: 'rules, ten',
    policy: () => rulesOf(10),
    event: 'preToolCall',
    payload: refund,
    says: 'allow',
  }),
  policyCase({
    name: 'rules, twenty',
    policy: () => rulesOf(20),
    event: 'preToolCall',
    payload: refund,
    says: 'allow',
  }),
  policyCase({
    name: 'cedar, a new call',
    policy: () => cedar({ policies: searchMayRun }),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'cedar, the same call',
    policy: () => cedar({ policies: searchMayRun }),
    event: 'preToolCall',
    payload: sameSearch,
    says: 'allow',
  }),
  policyCase({
    name: 'cedar, twenty, a new call',
    policy: twentyCedarPolicies,
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'cedar, twenty, the same call',
    policy: twentyCedarPolicies,
    event: 'preToolCall',
    payload: sameSearch,
    says: 'allow',
  }),
  policyCase({
    name: 'require-approval, not needed',
    policy: () => requireApproval({ tools: ['refund'], when: ({ cents }) => Number(cents) > 1000 }),
    event: 'preToolCall',
    payload: refund,
    says: 'allow',
  }),
  policyCase({
    name: 'combine, every of two that say nothing',
    policy: () => every(nothing, nothing),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'combine, some of two that say nothing',
    policy: () => some(nothing, nothing),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'combine, unless every of two',
    policy: () =>
      unless(
        ({ user }) => user?.organisation === 'acme',
        every(denyTools(['exec']), allowTools(['search'])),
      ),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
  policyCase({
    name: 'monitor of allow-tools',
    policy: () => monitor(allowTools(['refund'])),
    event: 'preToolCall',
    payload: search,
    says: 'allow',
  }),
];

/** The last of so many rules decides. */
function rulesOf(count: number): Policy {
  return rules({
    default: 'deny',
    rules: [
      ...Array.from({ length: count - 1 }, (_, index) => ({
        on: 'preToolCall',
        tool: `tool_${index}_*`,
        decision: 'deny' as const,
        reason: 'no',
      })),
      { on: 'preToolCall', tool: 'refund', args: { cents: { atMost: 500 } }, decision: 'allow' },
    ],
  });
}

function twentyCedarPolicies(): Policy {
  const others = Array.from(
    { length: 19 },
    (_, index) => `forbid(principal, action, resource == Tool::"tool_${index}");`,
  );
  return cedar({ policies: [...others, searchMayRun] });
}
