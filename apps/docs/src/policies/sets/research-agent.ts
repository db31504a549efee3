import type { Policy } from '@interpose/core';
import { cache } from '@interpose/policies/cache';
import { circuitBreaker } from '@interpose/policies/circuit-breaker';
import { guardEgress } from '@interpose/policies/guard-egress';
import { limitSpend } from '@interpose/policies/limit-spend';
import { trackTaint } from '@interpose/policies/track-taint';

export const research: readonly Policy[] = [
  trackTaint({
    tools: { search: { effect: 'none' }, browse: { effect: 'none' } },
  }),
  guardEgress(),
  limitSpend({ tokens: 1_000_000, per: 'chat' }),
  cache({ tools: ['search'], ttlMs: 10 * 60 * 1000 }),
  circuitBreaker({ failures: 3, tool: 'search' }),
];
