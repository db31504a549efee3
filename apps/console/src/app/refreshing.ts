import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LiveEvent } from '@interpose/guardian-api';

import { useLive, useOpened } from '../api/live.ts';

const TOLD = ['approvals', 'approval', 'switches', 'policies', 'agents'] as const;

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

/** Asks again for what changed. An answer that is on its way may be older than the change, so it does not count. */
function renew(client: QueryClient, ...queryKey: readonly string[]): void {
  // Asking again alone would wait for a first answer that is on its way, and be content with it.
  void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
}
