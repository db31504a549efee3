import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { RequestError } from '../api/request.ts';
import { Button } from './button.tsx';

/** What a page shows where there is nothing yet: says so, and what to do next. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <div className="notice">
      <p className="notice-title">{title}</p>
      {children !== undefined && <div className="notice-text">{children}</div>}
    </div>
  );
}

/** Grey lines in the place of what is coming; they say so to people who do not see them. */
export function Loading({ lines = 6 }: { readonly lines?: number }): ReactElement {
  return (
    <div className="loading" role="status">
      <span className="unseen">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="loading-line" aria-hidden="true" />
      ))}
    </div>
  );
}

/** What went wrong, what to do about it, and a way to try again. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}): ReactElement {
  const told = error instanceof RequestError ? error : undefined;
  return (
    <div className="notice failure" role="alert">
      <p className="notice-title">
        {asSentence(error instanceof Error ? error.message : String(error))}
      </p>
      <div className="notice-text">
        {told?.remedy !== undefined && <p>{asSentence(told.remedy)}</p>}
        {told !== undefined && told.details.length > 0 && (
          <ul>
            {told.details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {told !== undefined && <p className="dim">Code: {told.code}</p>}
        {onRetry !== undefined && <Button onPress={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}

/** What a guardian says begins small and has no end, as in a log. */
function asSentence(text: string): string {
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what a question brought, or that it is on its way, or why it did not come. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading {...(lines === undefined ? {} : { lines })} />;
}
