import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Approval } from '@interpose/guardian-api';

import { eventText } from '../../parts/events.ts';
import { Ago } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';
import { TimeLeft } from './time-left.tsx';

interface Props {
  readonly rows: readonly Approval[];
  readonly chosen: string | undefined;
}

/** What waits, oldest first. */
export function Inbox({ rows, chosen }: Props): ReactElement {
  return (
    <ol className="inbox" aria-label="Asks, oldest first">
      {rows.map((row) => (
        <li key={row.id} className={row.state === 'waiting' ? '' : 'done'}>
          <Link
            to="/approvals"
            search={(before) => ({ ...before, id: row.id })}
            replace
            aria-current={row.id === chosen}
            className={row.id === chosen ? 'ask-row chosen' : 'ask-row'}
          >
            <span className="ask-line">
              <b className="ask-tool">{plainText(row.tool ?? eventText(row.event))}</b>
              <TimeLeft approval={row} />
            </span>
            <span className="ask-question">{plainText(row.question)}</span>
            <span className="ask-line dim">
              <span className="ask-who">
                {plainText(row.agent)}
                {row.user !== undefined && ` for ${plainText(row.user)}`}
              </span>
              <Ago at={row.askedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
