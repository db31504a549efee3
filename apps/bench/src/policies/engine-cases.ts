import { cedar } from '@interpose/policies/cedar';
import { every, unless } from '@interpose/policies/combine';
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
const searchMayRun =
  'permit(principal, action == Action::"preToolCall", resource == Tool::"search");';

/** What rules, engines, people and combinations of policies take. */
export const engineCases: readonly PolicyCase[] = [
  policyCase({
    name: 'rules, ten',
    policy: () => tenRules,
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
    payload: callOf('search', () => ({ query: 'price of bread' })),
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

const tenRules = rules({
  default: 'deny',
  rules: [
    ...Array.from({ length: 9 }, (_, index) => ({
      on: 'preToolCall',
      tool: `tool_${index}_*`,
      decision: 'deny' as const,
      reason: 'no',
    })),
    { on: 'preToolCall', tool: 'refund', args: { cents: { atMost: 500 } }, decision: 'allow' },
  ],
});
