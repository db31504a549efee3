import type { Policy } from '@interpose/core';
import { guardEgress } from '@interpose/policies/guard-egress';
import { guardShell } from '@interpose/policies/guard-shell';
import { limitSpend } from '@interpose/policies/limit-spend';
import { redactSecrets } from '@interpose/policies/redact-secrets';
import { stopLoops } from '@interpose/policies/stop-loops';

export const coding: readonly Policy[] = [
  guardShell({
    tools: 'exec',
    allow: ['ls', 'cat', 'git status', 'git diff', 'npm test'],
  }),
  guardEgress({ allow: ['nodejs.org', 'github.com'] }),
  redactSecrets(),
  stopLoops({ maxCalls: 200 }),
  limitSpend({ tokens: 500_000, per: 'chat' }),
];
