import type { StepRow } from '../decisions/step-row.ts';

/** API Activity of OCSF 1.5: a request that was allowed or not. */
const CLASS = 6003;
const OTHER = 99;

/** Converts a decision to an OCSF event (class API Activity), without its payload. */
export function toOcsf(
  row: StepRow,
  place: { readonly batch: number; readonly index: number },
): object {
  return {
    class_uid: CLASS,
    class_name: 'API Activity',
    category_uid: 6,
    category_name: 'Application Activity',
    activity_id: OTHER,
    activity_name: row.event,
    type_uid: CLASS * 100 + OTHER,
    ...judgement(row),
    time: row.at,
    duration: Math.round(row.ms),
    message: `${row.event} ${row.tool ?? ''} ${row.decision}`.replaceAll(/ +/g, ' '),
    metadata: {
      version: '1.5.0',
      uid: row.id,
      product: { name: 'Interpose Guardian', vendor_name: 'Interpose' },
      tenant_uid: row.tenant,
      labels: [`batch:${place.batch}`, `index:${place.index}`],
    },
    actor: {
      app_name: row.agent,
      ...(row.user === undefined ? {} : { user: { uid: row.user } }),
      session: { uid: row.sessionId },
    },
    api: { operation: row.tool ?? row.event, request: { uid: row.stepId } },
    src_endpoint: { name: row.agent },
    ...(row.by.length === 0
      ? {}
      : { policy: { name: row.by.join(', '), uid: row.policies, version: row.policies } }),
    unmapped: { decision: row.decision, codes: row.codes, mode: row.mode, source: row.source },
  };
}

function judgement(row: StepRow): object {
  const isDenied =
    row.decision === 'deny' || row.settled === 'refused' || row.settled === 'timeout';
  return {
    severity_id: isDenied ? 3 : 1,
    severity: isDenied ? 'Medium' : 'Informational',
    status_id: isDenied ? 2 : 1,
    status: isDenied ? 'Failure' : 'Success',
    ...(row.reason === undefined ? {} : { status_detail: row.reason }),
    action_id: isDenied ? 2 : 1,
    action: isDenied ? 'Denied' : 'Allowed',
    disposition_id: isDenied ? 2 : 1,
    disposition: isDenied ? 'Blocked' : 'Allowed',
  };
}
