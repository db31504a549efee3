import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { AuditCheck } from '@interpose/guardian-api';

import { verifyAudit } from '../../api/audit.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/notices.tsx';
import { count, plural } from '../../parts/numbers.ts';

/** Checks every record of the chain, and says how far it is. */
export function Verify({ total }: { readonly total: number }): ReactElement {
  const [progress, setProgress] = useState<AuditCheck>();
  const checking = useMutation({
    mutationFn: () => verifyAudit(setProgress),
    onMutate: () => setProgress(undefined),
  });
  const checked = progress?.checked ?? 0;
  return (
    <section className="verify" aria-label="Verification">
      <div className="line">
        <Button kind="primary" onPress={() => checking.mutate()} isPending={checking.isPending}>
          Verify the chain
        </Button>
        {!checking.isPending && checking.data === undefined && (
          <span className="dim">
            Recomputes the hash of every record and checks every signature.
          </span>
        )}
        {checking.isPending && (
          <>
            <progress value={checked} max={total} aria-label="Records checked" />
            <span className="dim">
              {count(checked)} of {count(total)}
            </span>
          </>
        )}
      </div>
      <div role="status">
        {checking.data !== undefined && !checking.isPending && <Found result={checking.data} />}
      </div>
      {checking.error !== null && <Failure error={checking.error} />}
    </section>
  );
}

const KINDS = {
  changed: 'was changed',
  dropped: 'is missing',
  inserted: 'was inserted',
  moved: 'was moved',
} as const;

function Found({
  result: { checked, retired = 0, ok, firstBroken, unknownKeys = [] },
}: {
  readonly result: AuditCheck;
}): ReactElement {
  if (ok === true)
    return (
      <p className="verified">
        <b>Intact.</b> {plural(checked, 'record')} checked: none was changed, dropped, inserted or
        moved.
        {retired > 0 &&
          ` Of ${plural(retired, 'older batch', 'older batches')} only the head is kept.`}
      </p>
    );
  return (
    <p className="broken">
      <b>Broken.</b>{' '}
      {firstBroken === undefined
        ? 'The chain does not hold.'
        : `Record ${count(firstBroken.index + 1)} of batch ${count(firstBroken.batch)} ${KINDS[firstBroken.kind]}.`}{' '}
      {firstBroken?.found !== undefined && (
        <>
          <Link
            to="/sessions/$id"
            params={{ id: firstBroken.found.sessionId }}
            search={{ step: firstBroken.found.id }}
          >
            What stands there now
          </Link>
          .{' '}
        </>
      )}
      {unknownKeys.length > 0 &&
        `Batches are signed by a key that is known to the database alone (${unknownKeys.join(', ')}): name it in INTERPOSE_AUDIT_KEYS if it is yours. `}
      Nothing after it can be relied on: keep the database as it is, and compare with an export or
      an anchor from before.
    </p>
  );
}
