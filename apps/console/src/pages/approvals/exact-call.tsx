import type { ReactElement } from 'react';
import type { RiskNote, WholeApproval } from '@interpose/guardian-api';

import { eventText } from '../../parts/events.ts';
import { JsonView } from '../../parts/values/json-view.tsx';
import { argumentText, plainText } from '../../parts/values/plain-text.ts';

interface Props {
  readonly detail: WholeApproval;
  /** Takes the element that ends the call. */
  readonly end: (element: HTMLElement | null) => void;
}

/** The call as it will run: every argument with what is known to be risky about it. */
export function ExactCall({ detail, end }: Props): ReactElement {
  const { args, tool, event, notes, digest, state } = detail;
  const fields = isDict(args) ? Object.entries(args) : undefined;
  const loose = notes.filter(
    (note) => fields === undefined || !fields.some(([name]) => isAbout(note, name)),
  );
  return (
    <section className="step-part">
      <h3>
        {plainText(tool ?? eventText(event))} {state === 'waiting' ? 'will run' : 'was to run'} with{' '}
        <span className="unseen">these arguments</span>
      </h3>
      <Notes notes={loose} />
      {fields === undefined ? (
        <JsonView label="What it is about" value={args === undefined ? 'nothing' : args} />
      ) : (
        <dl className="arguments">
          {fields.length === 0 && <p className="dim">no arguments</p>}
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt className="mono">{plainText(name)}</dt>
              <dd>
                <pre>{argumentText(value)}</pre>
                <Notes notes={notes.filter((note) => isAbout(note, name))} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="dim digest" ref={end}>
        An answer holds for exactly this: <span className="mono">{digest.slice(0, 16)}</span>
      </p>
    </section>
  );
}

const LEVEL_WORDS: Readonly<Record<RiskNote['level'], string>> = {
  info: 'Note',
  warn: 'Look closely',
  danger: 'Risky',
};

function Notes({ notes }: { readonly notes: readonly RiskNote[] }): ReactElement | undefined {
  if (notes.length === 0) return undefined;
  return (
    <ul className="risks">
      {notes.map(({ level, text }) => (
        <li key={text} className={level}>
          <b>{LEVEL_WORDS[level]}:</b> {plainText(text)}
        </li>
      ))}
    </ul>
  );
}

/** A path may be written as `amount`, `/amount`, `$.amount` or `args.amount`. */
function isAbout({ path }: RiskNote, name: string): boolean {
  if (path === undefined) return false;
  const steps = path
    .replace(/^\$/, '')
    .split(/[./[\]]+/)
    .filter((step) => step !== '' && step !== 'args');
  return steps[0] === name;
}

function isDict(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
