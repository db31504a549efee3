import { queryOptions } from '@tanstack/react-query';

import type { Decision, Verdict } from './decisions.ts';
import { get, write } from './request.ts';

export interface PolicyVersion {
  readonly digest: string;
  readonly loadedAt: number;
  readonly by: string;
  readonly state: 'serving' | 'previous' | 'refused';
  readonly error?: string;
  readonly policies: readonly string[];
}

export interface PolicyRow {
  readonly name: string;
  readonly decisions: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly p50: number;
  readonly p99: number;
  readonly lastAt?: number;
}

export interface Policies {
  readonly digest: string;
  readonly versions: readonly PolicyVersion[];
  /** One row for each hook of a policy, over the last day. */
  readonly policies: readonly PolicyRow[];
  /** Of how many decisions at most, the newest, the rows tell. */
  readonly newest: number;
}

export interface Draft {
  readonly judged: number;
  /** False where only the newest of that time were judged. */
  readonly isWhole: boolean;
  readonly changed: number;
  readonly examples: readonly { readonly decision: Decision; readonly now: Verdict }[];
  readonly byPolicy: DraftCounts;
  readonly byTool: DraftCounts;
}

export type DraftCounts = readonly { readonly name: string; readonly changed: number }[];

export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => get<Policies>('/api/policies', {}, signal),
  refetchInterval: 15_000,
});

export function rollBack(digest: string): Promise<Policies> {
  return write('POST', '/api/policies/rollback', { digest });
}

/** Judges what was decided between two moments by a version that was loaded before, or by a module. */
export function judgeDraft(draft: {
  readonly digest?: string;
  readonly module?: string;
  readonly from: number;
  readonly to: number;
}): Promise<Draft> {
  return write('POST', '/api/policies/draft', draft);
}
