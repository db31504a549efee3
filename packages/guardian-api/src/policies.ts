import type { Decision, Verdict } from './decisions.ts';

/** A version of the policies. */
export interface PolicyVersion {
  readonly digest: string;
  readonly loadedAt: number;
  readonly by: string;
  readonly state: 'serving' | 'previous' | 'refused';
  readonly error?: string;
  readonly policies: readonly string[];
}

/** What one hook of a policy did over the last day. */
export interface PolicyRow {
  readonly name: string;
  readonly decisions: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly p50: number;
  readonly p99: number;
  /** The time of its last verdict other than allow. */
  readonly lastAt?: number;
}

/** The policies that serve, and their versions, newest first. */
export interface Policies {
  readonly digest: string;
  readonly versions: readonly PolicyVersion[];
  readonly policies: readonly PolicyRow[];
  /** The number of decisions that the rows cover at most: the newest ones. */
  readonly newest: number;
}

/** The decisions that other policies would have made. */
export interface Draft {
  readonly judged: number;
  /** False if only the newest decisions of that time were judged. */
  readonly isWhole: boolean;
  readonly changed: number;
  readonly examples: readonly { readonly decision: Decision; readonly now: Verdict }[];
  readonly byPolicy: DraftCounts;
  readonly byTool: DraftCounts;
}

/** How many decisions would differ, for each name, the most frequent first. */
export type DraftCounts = readonly { readonly name: string; readonly changed: number }[];
