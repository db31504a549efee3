import { queryOptions } from '@tanstack/react-query';

import { get, write, type Query } from './request.ts';

/** The six verdicts, in the order they are drawn and listed. */
export const VERBS = ['allow', 'modify', 'respond', 'retry', 'ask', 'deny'] as const;

export type Verb = (typeof VERBS)[number];

export interface Decision {
  readonly id: string;
  readonly seq: number;
  readonly at: number;
  readonly event: string;
  readonly tool?: string;
  readonly sessionId: string;
  readonly chatId: string;
  readonly parentChatId?: string;
  readonly stepId: string;
  readonly agent: string;
  readonly framework?: string;
  readonly user?: string;
  readonly decision: Verb;
  readonly by: readonly string[];
  readonly codes: readonly string[];
  readonly reason?: string;
  readonly data?: unknown;
  readonly problem?: string;
  readonly changed: boolean;
  readonly hooks: number;
  readonly ms: number;
  readonly mode: 'enforce' | 'monitor';
  readonly settled?: string;
  readonly approvedBy?: string;
  readonly policies?: string;
  readonly source: 'asked' | 'reported';
  readonly spend?: number;
}

/** What one policy said of a decision. */
export interface Said {
  readonly hook: string;
  readonly decision: Verb;
  readonly code?: string;
  readonly reason?: string;
  readonly ms: number;
}

export interface DecisionDetail extends Decision {
  readonly payload?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly outcome?: unknown;
  readonly steps?: readonly Said[];
}

export interface Verdict {
  readonly decision: Verb;
  readonly by: readonly string[];
  readonly codes: readonly string[];
  readonly reason?: string;
}

export interface Judgement {
  readonly before: Verdict;
  readonly now: Verdict;
  readonly same: boolean;
  readonly steps: readonly Said[];
}

export interface DecisionPage {
  readonly rows: readonly Decision[];
  readonly next?: string | null;
}

export function fetchDecisions(query: Query, signal?: AbortSignal): Promise<DecisionPage> {
  return get<DecisionPage>('/api/decisions', query, signal);
}

export const decisionQuery = (id: string) =>
  queryOptions({
    queryKey: ['decision', id],
    queryFn: ({ signal }) =>
      get<DecisionDetail>(`/api/decisions/${encodeURIComponent(id)}`, {}, signal),
  });

/** Asks today's policies, or those of a digest, what they say of a decision that was made before. */
export function judgeAgain(decision: string, policies?: string): Promise<Judgement> {
  return write(
    'POST',
    '/api/judge',
    policies === undefined ? { decision } : { decision, policies },
  );
}
