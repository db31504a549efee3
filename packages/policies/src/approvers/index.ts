export { escalating, type EscalatingOptions } from './escalating.ts';
export { redactedApprover } from './redacted-approver.ts';
export { restoreUntouched, type Redacted, type Restored } from './restore-untouched.ts';
export { webhookApprover, type WebhookApproverOptions } from './webhook-approver.ts';
