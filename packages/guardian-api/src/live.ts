import type { Approval } from './approvals.ts';
import type { Decision } from './decisions.ts';

/** Something that has happened, as it is told while one watches. */
export type LiveEvent = (
  | { readonly type: 'decision'; readonly data: Decision }
  | { readonly type: 'approval'; readonly data: Approval }
  | { readonly type: 'switch' | 'policies' | 'agent'; readonly data: unknown }
) & {
  /** Where to go on after a break; only decisions have one. */
  readonly id?: number;
};
