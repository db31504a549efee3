import { queryOptions } from '@tanstack/react-query';
import type { Audit, AuditCheck } from '@interpose/guardian-api';

import { get, open } from './request.ts';

export const auditQuery = queryOptions({
  queryKey: ['audit'],
  queryFn: ({ signal }) => get<Audit>('/api/audit', {}, signal),
});

/** Lets the guardian check the whole chain, and tells how far it is while it does. */
export async function verifyAudit(onProgress: (at: AuditCheck) => void): Promise<AuditCheck> {
  const { body } = await open('POST', '/api/audit/verify', {});
  let last: AuditCheck | undefined;
  let rest = '';
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    const lines = `${rest}${value ?? ''}`.split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines.filter((one) => one.trim() !== '')) {
      last = JSON.parse(line) as AuditCheck;
      onProgress(last);
    }
    if (done) break;
  }
  if (last?.ok === undefined) throw new Error('The guardian stopped before the check was done.');
  return last;
}
