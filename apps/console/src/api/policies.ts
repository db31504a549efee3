import { queryOptions } from '@tanstack/react-query';
import type { Draft, Policies } from '@interpose/guardian-api';

import { get, write } from './request.ts';

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
