import { useEffect, useState, type ReactElement } from 'react';
import type { SessionPage } from '@interpose/guardian-api';

import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Moment } from '../../parts/times.tsx';

/** What a list of sessions needs of the pages that come one after the other. */
export interface Pages {
  readonly data: { readonly pages: readonly SessionPage[] } | undefined;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Fewer rows than a screen shows. */
const FEW = 20;
const PAGES_AT_ONCE = 20;

/**
 * A search reads a while back and hands out what it found, be it nothing: looks on by itself until a screen is full, and
 * after some pages only where the person wants it.
 */
export function LookingBack({ sessions }: { readonly sessions: Pages }): ReactElement | undefined {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = sessions;
  const [wanted, setWanted] = useState(PAGES_AT_ONCE);
  const pages = data?.pages ?? [];
  const isShort = hasNextPage && pages.reduce((sum, { rows }) => sum + rows.length, 0) < FEW;
  const goesOn = isShort && pages.length < wanted && !isFetchNextPageError;
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage();
  }, [goesOn, isFetchingNextPage, fetchNextPage]);
  if (!isShort) return undefined;
  if (isFetchNextPageError)
    return <Failure error={sessions.error} onRetry={() => void fetchNextPage()} />;
  const reached = <Reached cursor={pages.at(-1)?.next} />;
  return (
    <p className="dim looking-back" role="status">
      {goesOn ? (
        <>Looking further back; searched up to {reached}…</>
      ) : (
        <>Searched up to {reached}.</>
      )}{' '}
      {!goesOn && (
        <Button onPress={() => setWanted(pages.length + PAGES_AT_ONCE)}>Look further back</Button>
      )}
    </p>
  );
}

function Reached({ cursor }: { readonly cursor: string | null | undefined }): ReactElement {
  return <Moment at={Number(/^\d+/.exec(cursor ?? '')?.[0] ?? 0)} />;
}
