import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LiveEvent } from '@interpose/guardian-api';

import { useLive, useOpened } from '../api/live.ts';

/** What may change while the line is cut, with who is signed in. */
const TOLD = ['me', 'approvals', 'approval', 'switches', 'policies', 'agents'] as const;

/** Keeps what is shown on other pages than Live up to date with what happens. */
export function useRefreshing(): void {
  const client = useQueryClient();
  useOpened(
    useCallback(() => {
      for (const key of TOLD) renew(client, key);
    }, [client]),
  );
  useLive(
    useCallback(
      ({ type, data }: LiveEvent) => {
        if (type === 'approval') {
          renew(client, 'approvals');
          renew(client, 'approval', data.id);
        } else if (type === 'switch') renew(client, 'switches');
        else if (type === 'policies') renew(client, 'policies');
        else if (type === 'agent') renew(client, 'agents');
      },
      [client],
    ),
  );
}

/** The least time between two questions for the same. */
const PAUSE_MS = 1000;
/** What is asked for again just now, and whether it changed once more meanwhile. */
const renewing = new Map<string, boolean>();

/**
 * Asks again for what changed. An answer that is on its way may be older than the change, so it does not count. While
 * much changes it asks once a second, and waits for each answer: one that is never waited for is never shown.
 */
function renew(client: QueryClient, ...queryKey: readonly string[]): void {
  const name = queryKey.join(' ');
  if (renewing.has(name)) renewing.set(name, true);
  else void renewWhileChanging(client, queryKey, name);
}

async function renewWhileChanging(
  client: QueryClient,
  queryKey: readonly string[],
  name: string,
): Promise<void> {
  do {
    renewing.set(name, false);
    // Asking again alone would wait for a first answer that is on its way, and be content with it.
    await client.cancelQueries({ queryKey });
    await client.invalidateQueries({ queryKey });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  } while (renewing.get(name) === true);
  renewing.delete(name);
}
