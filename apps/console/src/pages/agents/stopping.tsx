import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Switch } from '@interpose/guardian-api';

import { letRun, stop, switchesQuery } from '../../api/agents.ts';
import { may, meQuery } from '../../api/person.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Moment } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';

type Target = Pick<Switch, 'kind' | 'value'>;

/** Everything that is stopped now, and by whom. */
export function Stopped(): ReactElement {
  const { data: me } = useQuery(meQuery);
  const switches = useQuery(switchesQuery);
  const client = useQueryClient();
  const letting = useMutation({
    mutationFn: letRun,
    onSuccess: () => client.invalidateQueries({ queryKey: switchesQuery.queryKey }),
  });
  const rows = switches.data?.rows ?? [];
  return (
    <section className="stopped" aria-label="Stopped" role="status">
      {rows.map(({ id, kind, value, why, by, at }) => (
        <p key={id} className="line">
          <b>
            Stopped: {kind} {kind === 'tenant' ? '' : plainText(value)}
          </b>
          <span>{plainText(why)}</span>
          <span className="dim">
            by {by}, <Moment at={at} />
          </span>
          {may(me, 'approver') && (
            <Button onPress={() => letting.mutate(id)} isPending={letting.isPending}>
              Resume
            </Button>
          )}
        </p>
      ))}
      {letting.error !== null && <Failure error={letting.error} />}
    </section>
  );
}

/** Stops one thing everywhere within a second, after asking why. */
export function StopButton({ kind, value }: Target): ReactElement | undefined {
  const { data: me } = useQuery(meQuery);
  const { data } = useQuery(switchesQuery);
  const [isAsked, setAsked] = useState(false);
  const isStopped = data?.rows.some((row) => row.kind === kind && row.value === value) === true;
  if (!may(me, 'approver') || isStopped) return undefined;
  return (
    <>
      <Button
        kind="danger"
        onPress={() => setAsked(true)}
        label={`Stop the ${kind} ${plainText(value)}`}
      >
        Stop
      </Button>
      {isAsked && <StopPanel kind={kind} value={value} onClose={() => setAsked(false)} />}
    </>
  );
}

function StopPanel({
  kind,
  value,
  onClose,
}: Target & { readonly onClose: () => void }): ReactElement {
  const [why, setWhy] = useState('');
  const client = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => stop(kind, value, why.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: switchesQuery.queryKey });
      onClose();
    },
  });
  return (
    <Panel
      title={`Stop the ${kind} ${plainText(value)}?`}
      isOpen
      onClose={onClose}
      confirm={{ label: 'Stop', run: () => stopping.mutate(), danger: true }}
    >
      <p>Every further step of it is denied until somebody lets it run again.</p>
      <Field
        label="Why"
        value={why}
        onChange={setWhy}
        hint="The agent and the audit get these words."
        focus
      />
      {stopping.error !== null && <Failure error={stopping.error} />}
    </Panel>
  );
}
