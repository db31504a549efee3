export { tryPolicy } from './try-policy.ts';
export type { TryOptions } from './try-policy.ts';
export type { TrialPayload } from './complete-payload.ts';
export type { Trial, TrialFailure } from './trial.ts';
