import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import type { Judgement, Verdict, WholeDecision } from '@interpose/guardian-api';

import { judgeAgain } from '../../api/decisions.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Failure } from '../../parts/notices.tsx';
import { VerdictMark } from '../../parts/verdict.tsx';
import { SaidTable } from './said-table.tsx';
import { writeTest } from './write-test.ts';

/** Asks the policies that hold now about the same step; nothing runs, and no agent is told. */
export function JudgeAgain({ detail }: { readonly detail: WholeDecision }): ReactElement {
  const judging = useMutation({ mutationFn: () => judgeAgain(detail.id) });
  return (
    <div className="stack">
      <div className="line">
        <Button onPress={() => judging.mutate()} isPending={judging.isPending}>
          Judge again
        </Button>
        {detail.payload !== undefined && (
          <CopyButton text={writeTest(detail)}>Copy as a test</CopyButton>
        )}
      </div>
      <div role="status">{judging.data !== undefined && <Outcome judgement={judging.data} />}</div>
      {judging.error !== null && <Failure error={judging.error} />}
    </div>
  );
}

function Outcome({
  judgement: { before, now, same, steps },
}: {
  readonly judgement: Judgement;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  // The button is the last thing in view: what it brought would stay below the edge.
  // What `scrollIntoView` gives back is a promise in new browsers, and no clean-up.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="stack" ref={place}>
      <p>
        <b>{same ? 'Same verdict today.' : 'Different verdict today.'}</b>
      </p>
      {!same && (
        <dl className="facts">
          <div>
            <dt>Then</dt>
            <dd>
              <OneVerdict verdict={before} />
            </dd>
          </div>
          <div>
            <dt>Now</dt>
            <dd>
              <OneVerdict verdict={now} />
            </dd>
          </div>
        </dl>
      )}
      <SaidTable steps={steps} hooks={steps.length} />
    </div>
  );
}

function OneVerdict({
  verdict: { decision, reason, by },
}: {
  readonly verdict: Verdict;
}): ReactElement {
  return (
    <>
      <VerdictMark verb={decision} /> {reason ?? by.join(', ')}
    </>
  );
}
