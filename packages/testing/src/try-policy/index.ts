export { tryPolicy } from './try-policy.ts';
export type { TryOptions } from './try-policy.ts';
export { completePayload } from './complete-payload.ts';
export type { TrialPayload } from './complete-payload.ts';
export { slotValue } from './slot-value.ts';
export type { Trial, TrialFailure } from './trial.ts';
