import { useState, type ReactElement, type SubmitEvent } from 'react';
import type { NoticeKind } from '@interpose/guardian-api';

import { addWebhook, type NewWebhook } from '../../api/settings.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Field, Toggle } from '../../parts/fields.tsx';
import { Failure } from '../../parts/notices.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useChange } from './use-change.ts';

const KINDS: readonly (readonly [NoticeKind, string])[] = [
  ['asked', 'somebody is asked'],
  ['escalated', 'an ask waits too long'],
  ['answered', 'an ask is answered'],
  ['expired', 'an ask expires'],
];

const FORMATS = [
  ['json', 'JSON, signed'],
  ['slack', 'Slack'],
] as const;

/** Adds a webhook, and shows once what signs its calls. */
export function NewWebhookForm(): ReactElement {
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<NewWebhook['format']>('json');
  const [kinds, setKinds] = useState<readonly NoticeKind[]>(['asked', 'escalated']);
  const adding = useChange('webhooks', addWebhook);
  return (
    <>
      <form
        className="filter-bar"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          adding.mutate({ url: url.trim(), format, kinds }, { onSuccess: () => setUrl('') });
        }}
      >
        <Field label="Address" value={url} onChange={setUrl} type="url" />
        <Choice label="Format" value={format} options={FORMATS} onChange={setFormat} />
        <Kinds chosen={kinds} onChange={setKinds} />
        <Button
          kind="primary"
          type="submit"
          isDisabled={url.trim() === '' || kinds.length === 0}
          isPending={adding.isPending}
        >
          Add
        </Button>
      </form>
      {adding.data !== undefined && (
        <ShownOnce title="The secret that signs its calls." secret={adding.data.secret} />
      )}
      {adding.error !== null && <Failure error={adding.error} />}
    </>
  );
}

interface KindsProps {
  readonly chosen: readonly NoticeKind[];
  readonly onChange: (kinds: readonly NoticeKind[]) => void;
}

function Kinds({ chosen, onChange }: KindsProps): ReactElement {
  return (
    <fieldset className="facet">
      <legend>Told when</legend>
      {KINDS.map(([kind, text]) => (
        <Toggle
          key={kind}
          isSelected={chosen.includes(kind)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, kind] : chosen.filter((one) => one !== kind))
          }
        >
          {text}
        </Toggle>
      ))}
    </fieldset>
  );
}
