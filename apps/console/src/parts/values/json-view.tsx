import type { ReactElement } from 'react';

import { plainJson, plainText } from './plain-text.ts';

/** A value as it is: indented JSON, or the text itself. */
export function JsonView({
  value,
  label,
}: {
  readonly value: unknown;
  readonly label: string;
}): ReactElement {
  return (
    <pre className="json" tabIndex={0} role="region" aria-label={label}>
      {jsonText(value)}
    </pre>
  );
}

/** A text to read and to copy; where it is wider than the page, it scrolls by keys too. */
export function TextBlock({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): ReactElement {
  return (
    <pre tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}

export function jsonText(value: unknown): string {
  return typeof value === 'string' ? plainText(value) : plainJson(value);
}
