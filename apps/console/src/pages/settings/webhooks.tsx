import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { WebhookRow } from '@interpose/guardian-api';

import { dropWebhook, testWebhook, webhooksQuery } from '../../api/settings.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/dialog.tsx';
import { Empty, Failure, Loaded } from '../../parts/notices.tsx';
import { Ago } from '../../parts/times.tsx';
import { NewWebhookForm } from './new-webhook-form.tsx';
import { useChange } from './use-change.ts';

/** Who is told outside, each call signed and sent again until it is taken. */
export function Webhooks(): ReactElement {
  const webhooks = useQuery(webhooksQuery);
  const [dropped, setDropped] = useState<WebhookRow>();
  return (
    <>
      <NewWebhookForm />
      <Loaded query={webhooks}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="No webhook yet">
              <p>Add an address to be told of every ask, with a link that leads here.</p>
            </Empty>
          ) : (
            <ul className="cards">
              {rows.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onDrop={setDropped} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dropped !== undefined && <Drop webhook={dropped} onClose={() => setDropped(undefined)} />}
    </>
  );
}

interface CardProps {
  readonly webhook: WebhookRow;
  readonly onDrop: (webhook: WebhookRow) => void;
}

function WebhookCard({ webhook, onDrop }: CardProps): ReactElement {
  const { id, url, format, kinds } = webhook;
  const testing = useChange('webhooks', () => testWebhook(id));
  return (
    <li className="card line">
      <b className="mono">{url}</b>
      <span className="tag">{format}</span>
      <span className="dim">{kinds.join(', ')}</span>
      <LastCall webhook={webhook} />
      <span className="pushed line">
        <Button onPress={() => testing.mutate(undefined)} isPending={testing.isPending}>
          Send a test
        </Button>
        <Button kind="danger" onPress={() => onDrop(webhook)} label={`Remove ${url}`}>
          Remove
        </Button>
      </span>
      {testing.error !== null && <Failure error={testing.error} />}
    </li>
  );
}

function LastCall({
  webhook: { lastAt, lastStatus, failing },
}: {
  readonly webhook: WebhookRow;
}): ReactElement {
  if (lastAt === undefined) return <span className="dim">never called</span>;
  return (
    <span className={failing === undefined ? 'dim' : 'faulty-text'} role="status">
      {failing === undefined ? `taken with status ${lastStatus}` : `failed: ${failing}`},{' '}
      <Ago at={lastAt} />
    </span>
  );
}

function Drop({
  webhook: { id, url },
  onClose,
}: {
  readonly webhook: WebhookRow;
  readonly onClose: () => void;
}): ReactElement {
  const dropping = useChange('webhooks', () => dropWebhook(id));
  return (
    <Panel
      title="Remove this webhook?"
      isOpen
      onClose={onClose}
      confirm={{
        label: 'Remove',
        run: () => dropping.mutate(undefined, { onSuccess: onClose }),
        danger: true,
      }}
    >
      <p>
        <span className="mono">{url}</span> is told nothing more, not even of what waits to be sent.
      </p>
      {dropping.error !== null && <Failure error={dropping.error} />}
    </Panel>
  );
}
