import { queryOptions } from '@tanstack/react-query';

import { get, open } from './request.ts';

export interface AuditHead {
  readonly batch: number;
  readonly hash: string;
  readonly count: number;
  readonly closedAt: number;
  readonly anchored?: number | boolean;
}

export interface Audit {
  readonly heads: readonly AuditHead[];
  readonly total: number;
  readonly publicKey: string;
  /** Whether heads are written down outside the database. */
  readonly isAnchored: boolean;
}

export interface Verification {
  readonly checked: number;
  readonly total?: number;
  readonly ok?: boolean;
  readonly firstBroken?: {
    readonly batch: number;
    readonly index: number;
    readonly kind: 'changed' | 'dropped' | 'inserted' | 'moved';
    /** The decision that stands there now. */
    readonly found?: { readonly id: string; readonly sessionId: string };
  };
}

export const auditQuery = queryOptions({
  queryKey: ['audit'],
  queryFn: ({ signal }) => get<Audit>('/api/audit', {}, signal),
});

/** Lets the guardian check the whole chain, and tells how far it is while it does. */
export async function verifyAudit(onProgress: (at: Verification) => void): Promise<Verification> {
  const { body } = await open('POST', '/api/audit/verify', {});
  let last: Verification | undefined;
  let rest = '';
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    const lines = `${rest}${value ?? ''}`.split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines.filter((one) => one.trim() !== '')) {
      last = JSON.parse(line) as Verification;
      onProgress(last);
    }
    if (done) break;
  }
  if (last?.ok === undefined) throw new Error('The guardian stopped before the check was done.');
  return last;
}
