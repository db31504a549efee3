import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';

import { putWebhooks, webhooksQuery, type Webhook } from '../../api/settings.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Field, Toggle } from '../../parts/fields.tsx';
import { Empty, Failure, Loaded } from '../../parts/notices.tsx';
import { Ago } from '../../parts/times.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useChange } from './use-change.ts';

const EVENTS: readonly (readonly [string, string])[] = [
  ['approval.asked', 'somebody is asked'],
  ['approval.answered', 'an ask is answered'],
  ['approval.expired', 'an ask expires'],
  ['switch.changed', 'something is stopped or runs again'],
];

const FORMATS = [
  ['json', 'JSON, signed'],
  ['slack', 'Slack'],
] as const;

/** Who is told outside, each call signed and sent again until it is taken. */
export function Webhooks(): ReactElement {
  const webhooks = useQuery(webhooksQuery);
  const putting = useChange('webhooks', putWebhooks);
  return (
    <Loaded query={webhooks}>
      {({ rows }) => (
        <>
          <NewWebhook onAdd={(webhook) => putting.mutate([...rows, webhook])} />
          {putting.data?.secret !== undefined && (
            <ShownOnce title="The secret that signs them." secret={putting.data.secret} />
          )}
          {putting.error !== null && <Failure error={putting.error} />}
          {rows.length === 0 && (
            <Empty title="No webhook yet">
              <p>Add an address to be told of every ask, with a link that leads here.</p>
            </Empty>
          )}
          <ul className="cards">
            {rows.map((webhook) => (
              <li key={webhook.url} className="card line">
                <WebhookFacts webhook={webhook} />
                <span className="pushed">
                  <Button
                    kind="danger"
                    onPress={() => putting.mutate(rows.filter((row) => row !== webhook))}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { url, format, events, lastAt, lastStatus, failing } = webhook;
  return (
    <>
      <b className="mono">{url}</b>
      <span className="tag">{format}</span>
      <span className="dim">{events.join(', ')}</span>
      {lastAt !== undefined && (
        <span className="dim">
          told <Ago at={lastAt} />
          {lastStatus !== undefined && `, answered ${lastStatus}`}
        </span>
      )}
      {failing !== undefined && <span className="faulty-text">{failing}</span>}
    </>
  );
}

function NewWebhook({ onAdd }: { readonly onAdd: (webhook: Webhook) => void }): ReactElement {
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<Webhook['format']>('json');
  const [events, setEvents] = useState<readonly string[]>(['approval.asked']);
  return (
    <form
      className="filter-bar"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        onAdd({ url: url.trim(), format, events });
        setUrl('');
      }}
    >
      <Field label="Address" value={url} onChange={setUrl} type="url" />
      <Choice label="Format" value={format} options={FORMATS} onChange={setFormat} />
      <fieldset className="facet">
        <legend>Told when</legend>
        {EVENTS.map(([key, text]) => (
          <Toggle
            key={key}
            isSelected={events.includes(key)}
            onChange={(isOn) =>
              setEvents(isOn ? [...events, key] : events.filter((one) => one !== key))
            }
          >
            {text}
          </Toggle>
        ))}
      </fieldset>
      <Button kind="primary" type="submit" isDisabled={url.trim() === '' || events.length === 0}>
        Add
      </Button>
    </form>
  );
}
