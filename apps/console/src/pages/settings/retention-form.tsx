import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import type { Retention, RetentionPreview } from '@interpose/guardian-api';

import { previewRetention, putRetention, retentionQuery } from '../../api/settings.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/fields.tsx';
import { count } from '../../parts/numbers.ts';
import { Failure, Loaded } from '../../parts/notices.tsx';
import { useChange } from './use-change.ts';

const FIELDS: readonly (readonly [keyof Retention, string, string])[] = [
  ['payloadDays', 'Payloads', 'What was asked and what came back, as redacted.'],
  [
    'decisionDays',
    'Decisions',
    'Who decided what and why, with their sessions and asks. The heads of their batches stay, so that the chain still holds.',
  ],
];

/** What is kept how long. */
export function RetentionForm(): ReactElement {
  const retention = useQuery(retentionQuery);
  return <Loaded query={retention}>{(kept) => <Form kept={kept} />}</Loaded>;
}

function Form({ kept }: { readonly kept: Retention }): ReactElement {
  const [texts, setTexts] = useState(() => textsOf(kept));
  const putting = useChange('retention', putRetention);
  const looking = useMutation({ mutationFn: previewRetention });
  const isFaulty = faultsOf(texts).size > 0;
  return (
    <form
      className="narrow-form"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        putting.mutate(daysOf(texts));
      }}
    >
      <Days
        texts={texts}
        onChange={(next) => {
          setTexts(next);
          for (const told of [looking, putting]) told.reset();
        }}
      />
      {looking.data !== undefined && <Preview found={looking.data} />}
      <div className="line">
        <Button
          onPress={() => looking.mutate(daysOf(texts))}
          isDisabled={isFaulty}
          isPending={looking.isPending}
        >
          What would go?
        </Button>
        <Button kind="primary" type="submit" isDisabled={isFaulty} isPending={putting.isPending}>
          Save
        </Button>
        <span role="status">
          {putting.isSuccess && 'Saved. What is too old goes within the hour.'}
        </span>
      </div>
      <Failed error={putting.error ?? looking.error} />
    </form>
  );
}

function Failed({ error }: { readonly error: Error | null }): ReactElement | undefined {
  return error === null ? undefined : <Failure error={error} />;
}

interface DaysProps {
  readonly texts: Texts;
  readonly onChange: (texts: Texts) => void;
}

function Days({ texts, onChange }: DaysProps): ReactElement {
  const faults = faultsOf(texts);
  return (
    <>
      {FIELDS.map(([key, name, hint]) => (
        <Field
          key={key}
          label={`${name}, in days`}
          value={texts[key]}
          onChange={(text) => onChange({ ...texts, [key]: text.trim() })}
          hint={hint}
          error={faults.get(key)}
        />
      ))}
    </>
  );
}

function Preview({
  found: { decisions, payloads, keptDecisions },
}: {
  readonly found: RetentionPreview;
}): ReactElement {
  return (
    <p role="status">
      <b>{count(decisions)}</b> decisions would go, and the payloads of <b>{count(payloads)}</b>{' '}
      more; {count(keptDecisions)} decisions stay.
    </p>
  );
}

type Texts = Readonly<Record<keyof Retention, string>>;

/** What is wrong with each field. */
function faultsOf(texts: Texts): ReadonlyMap<keyof Retention, string> {
  const faults = new Map<keyof Retention, string>();
  for (const [key] of FIELDS)
    if (!/^[1-9]\d{0,3}$/.test(texts[key]) || Number(texts[key]) > 3650)
      faults.set(key, 'A whole number of days, 1 to 3650');
  if (faults.size === 0 && Number(texts.payloadDays) > Number(texts.decisionDays))
    faults.set('payloadDays', 'No more than decisions, with which payloads go');
  return faults;
}

function textsOf(kept: Retention): Texts {
  return {
    payloadDays: String(kept.payloadDays),
    decisionDays: String(kept.decisionDays),
  };
}

function daysOf(texts: Texts): Retention {
  return {
    payloadDays: Number(texts.payloadDays),
    decisionDays: Number(texts.decisionDays),
  };
}
