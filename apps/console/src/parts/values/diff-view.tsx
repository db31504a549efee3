import { useMemo, type ReactElement } from 'react';

import { shortDiff, type DiffLine } from './diff-lines.ts';
import { jsonText } from './json-view.tsx';
import { plural } from '../numbers.ts';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
  readonly label: string;
}

/** What changed between two values, line by line with what is around it; signs say it too, not colours alone. */
export function DiffView({ before, after, label }: Props): ReactElement {
  const lines = useMemo(() => shortDiff(jsonText(before), jsonText(after)), [before, after]);
  if (lines.length === 0) return <p className="dim">Nothing is changed.</p>;
  return (
    <pre className="json diff" tabIndex={0} role="region" aria-label={label}>
      {lines.map((line, at) => (
        <Line key={at} line={line} />
      ))}
    </pre>
  );
}

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;

function Line({ line }: { readonly line: DiffLine }): ReactElement {
  if (line.kind === 'left out')
    return <span className="dim">{`… ${plural(line.count, 'line')} the same\n`}</span>;
  const { kind, text } = line;
  return (
    <span className={kind === 'same' ? '' : kind}>
      {kind !== 'same' && <span className="unseen">{`${kind}: `}</span>}
      {`${SIGNS[kind]} ${text}\n`}
    </span>
  );
}
