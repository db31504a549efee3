import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { PolicyVersion } from '@interpose/guardian-api';

import { may, meQuery } from '../../api/person.ts';
import { policiesQuery, rollBack } from '../../api/policies.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Moment } from '../../parts/times.tsx';

const STATE_WORDS = { serving: 'serving', previous: 'earlier', refused: 'refused' } as const;

/** Every version that was loaded or refused, and a way back to one. */
export function Versions({
  versions,
}: {
  readonly versions: readonly PolicyVersion[];
}): ReactElement {
  const { data: me } = useQuery(meQuery);
  const [asked, setAsked] = useState<PolicyVersion>();
  return (
    <>
      <ul className="cards">
        {versions.map((version) => (
          <li key={`${version.digest}:${version.loadedAt}`} className="card">
            <div className="line">
              <b className="mono">{version.digest.slice(0, 16)}</b>
              <span className={version.state === 'serving' ? 'tag on' : 'tag'}>
                {STATE_WORDS[version.state]}
              </span>
              <span className="dim">
                <Moment at={version.loadedAt} /> by {version.by}
              </span>
              {version.state === 'previous' && may(me, 'admin') && (
                <Button onPress={() => setAsked(version)}>Roll back to this</Button>
              )}
            </div>
            <p className="dim">{version.policies.join(', ') || 'no policies'}</p>
            {version.error !== undefined && <p className="faulty-text">{version.error}</p>}
          </li>
        ))}
      </ul>
      {asked !== undefined && <RollBack version={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface RollBackProps {
  readonly version: PolicyVersion;
  readonly onClose: () => void;
}

function RollBack({ version, onClose }: RollBackProps): ReactElement {
  const client = useQueryClient();
  const rolling = useMutation({
    mutationFn: () => rollBack(version.digest),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: policiesQuery.queryKey });
      onClose();
    },
  });
  return (
    <Panel
      title="Roll back the policies?"
      isOpen
      onClose={onClose}
      confirm={{ label: 'Roll back', run: () => rolling.mutate() }}
    >
      <p>
        Every agent is judged by <span className="mono">{version.digest.slice(0, 16)}</span> from
        the next step on. Steps that are being judged end under the version they began with.
      </p>
      <p className="dim">It holds {version.policies.join(', ')}.</p>
      {rolling.error !== null && <Failure error={rolling.error} />}
    </Panel>
  );
}
