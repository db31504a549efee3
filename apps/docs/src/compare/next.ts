import type { Policy } from '@interpose/core';
import { checkArguments } from '@interpose/policies/check-arguments';
import { z } from 'zod';

import { policies as base } from './base.ts';

const cheaper = checkArguments({
  refund: z.strictObject({ order: z.string(), cents: z.int().max(4000) }),
});

export const policies: readonly Policy[] = [...base, cheaper];
