import { diffLines } from 'diff';
import { useMemo, type ReactElement } from 'react';

import { jsonText } from './json-view.tsx';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
  readonly label: string;
}

/** What changed between two values, line by line; signs say it too, not colours alone. */
export function DiffView({ before, after, label }: Props): ReactElement {
  const parts = useMemo(
    () => diffLines(`${jsonText(before)}\n`, `${jsonText(after)}\n`),
    [before, after],
  );
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p className="dim">Nothing is changed.</p>;
  return (
    <pre className="json diff" tabIndex={0} role="region" aria-label={label}>
      {parts.flatMap(({ value, added, removed }, part) =>
        value
          .replace(/\n$/, '')
          .split('\n')
          .map((line, at) => (
            <span key={`${part}:${at}`} className={added ? 'added' : removed ? 'removed' : ''}>
              <span className="unseen">{added ? 'added: ' : removed ? 'removed: ' : ''}</span>
              {`${added ? '+' : removed ? '−' : ' '} ${line}\n`}
            </span>
          )),
      )}
    </pre>
  );
}
