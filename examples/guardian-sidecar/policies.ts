import type { Policy } from '@interpose/core';
import { allowTools } from '@interpose/policies/allow-tools';
import { checkArguments } from '@interpose/policies/check-arguments';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { z } from 'zod';

/** What every agent that asks this guardian is held to, whatever language it is written in. */
export const policies: readonly Policy[] = [
  allowTools(['read_order', 'refund']),
  checkArguments({ refund: z.strictObject({ order: z.string(), cents: z.int().max(5000) }) }),
  redactPersonal({ reversible: false }),
];
