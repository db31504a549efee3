import type { ReactElement } from 'react';

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

export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
