import type { CSSProperties, ReactElement } from 'react';
import type { Said } from '@interpose/guardian-api';

import { plural } from '../../parts/numbers.ts';
import { duration } from '../../parts/times.tsx';
import { VerdictMark } from '../../parts/verdict.tsx';

interface Props {
  readonly steps: readonly Said[];
  /** How many were asked, which is known also where what they said is not. */
  readonly hooks: number;
}

/** Every policy that was asked, what it said, and how long it took of the whole. */
export function SaidTable({ steps, hooks }: Props): ReactElement {
  if (steps.length === 0)
    return (
      <p className="dim">
        {hooks === 0
          ? 'No policy listens to this event.'
          : `${plural(hooks, 'policy was', 'policies were')} asked. Agents that decide by themselves tell what each said only with trace: true.`}
      </p>
    );
  const longest = Math.max(...steps.map(({ ms }) => ms));
  return (
    <table className="said">
      <thead>
        <tr>
          <th scope="col">Policy</th>
          <th scope="col">Verdict</th>
          <th scope="col" className="end">
            Took
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((said, at) => (
          <SaidRow key={`${at}:${said.hook}`} said={said} longest={longest} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly said: Said;
  readonly longest: number;
}

function SaidRow({ said: { hook, decision, code, ms }, longest }: RowProps): ReactElement {
  const share = `${(ms / (longest || 1)) * 100}%`;
  return (
    <tr>
      <td>{hook}</td>
      <td>
        <VerdictMark verb={decision} />
        {code !== undefined && <span className="tag">{code}</span>}
      </td>
      <td className="end">
        {duration(ms)}
        <span className="took" aria-hidden="true" style={{ '--share': share } as CSSProperties} />
      </td>
    </tr>
  );
}
