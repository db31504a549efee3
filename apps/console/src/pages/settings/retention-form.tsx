import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';

import { putRetention, retentionQuery, type Retention } from '../../api/settings.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/fields.tsx';
import { Failure, Loaded } from '../../parts/notices.tsx';
import { useChange } from './use-change.ts';

const FIELDS: readonly (readonly [keyof Retention, string, string])[] = [
  ['payloadDays', 'Payloads', 'What was asked and what came back, as redacted. 0 keeps none.'],
  ['decisionDays', 'Decisions', 'Who decided what and why, without payloads.'],
  ['auditDays', 'Audit records', 'The heads of their batches stay, so that the chain still holds.'],
];

/** What is kept how long. */
export function RetentionForm(): ReactElement {
  const retention = useQuery(retentionQuery);
  return <Loaded query={retention}>{(kept) => <Form kept={kept} />}</Loaded>;
}

function Form({ kept }: { readonly kept: Retention }): ReactElement {
  const [texts, setTexts] = useState(() => textsOf(kept));
  const putting = useChange('retention', putRetention);
  const faults = FIELDS.filter(([key]) => !/^\d{1,5}$/.test(texts[key]));
  return (
    <form
      className="narrow-form"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        putting.mutate(daysOf(texts));
      }}
    >
      {FIELDS.map(([key, name, hint]) => (
        <Field
          key={key}
          label={`${name}, in days`}
          value={texts[key]}
          onChange={(text) => setTexts({ ...texts, [key]: text.trim() })}
          hint={hint}
          error={faults.some(([faulty]) => faulty === key) ? 'A whole number of days' : undefined}
        />
      ))}
      <div className="line">
        <Button
          kind="primary"
          type="submit"
          isDisabled={faults.length > 0}
          isPending={putting.isPending}
        >
          Save
        </Button>
        <span role="status">{putting.isSuccess && 'Saved.'}</span>
      </div>
      {putting.error !== null && <Failure error={putting.error} />}
    </form>
  );
}

function textsOf(kept: Retention): Record<keyof Retention, string> {
  return {
    payloadDays: String(kept.payloadDays),
    decisionDays: String(kept.decisionDays),
    auditDays: String(kept.auditDays),
  };
}

function daysOf(texts: Readonly<Record<keyof Retention, string>>): Retention {
  return {
    payloadDays: Number(texts.payloadDays),
    decisionDays: Number(texts.decisionDays),
    auditDays: Number(texts.auditDays),
  };
}
