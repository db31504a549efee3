import type { Approval } from './approvals.ts';
import type { Decision } from './decisions.ts';

/** An event that is sent to somebody who watches. */
export type LiveEvent = (
  | { readonly type: 'decision'; readonly data: Decision }
  | { readonly type: 'approval'; readonly data: Approval }
  | { readonly type: 'switch' | 'policies' | 'agent'; readonly data: unknown }
) & {
  /** The place to go on from after a break; only decisions have one. */
  readonly id?: number;
};
