import type { ReactElement } from 'react';

import type { Verb } from '../api/decisions.ts';

/** Each verdict has a shape, so that it is told apart without its colour. */
const SHAPES: Readonly<Record<Verb, ReactElement>> = {
  allow: <circle cx="8" cy="8" r="5.5" />,
  deny: <path d="M2.5 2.5h11v11h-11zM5 7v2h6V7z" fillRule="evenodd" />,
  modify: <path d="M8 1.2L14.8 8 8 14.8 1.2 8z" />,
  ask: <path d="M8 1.8l7 12.2H1z" />,
  respond: <path d="M1.5 3h13v8H8l-3.5 3v-3h-3z" />,
  retry: <path d="M8 2a6 6 0 1 0 6 6h-2.4A3.6 3.6 0 1 1 8 4.4V7l5-3.8L8 0z" fillRule="evenodd" />,
};

/** The past form, which reads well beside what it was said of. */
export const VERB_WORDS: Readonly<Record<Verb, string>> = {
  allow: 'allowed',
  deny: 'denied',
  modify: 'modified',
  ask: 'asked',
  respond: 'responded',
  retry: 'retried',
};

export function VerdictShape({ verb }: { readonly verb: Verb }): ReactElement {
  return (
    <svg className={`shape v-${verb}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[verb]}
    </svg>
  );
}

/** Shape and word. */
export function VerdictMark({ verb }: { readonly verb: Verb }): ReactElement {
  return (
    <span className="verdict">
      <VerdictShape verb={verb} />
      {verb}
    </span>
  );
}
