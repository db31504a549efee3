import { readBody } from '../../wire/read-body.ts';
import { GuardianFailure, statusFailure } from './guardian-failure.ts';
import type { Outgoing, Transport } from './transport.ts';

/** Sends with `fetch`, which cannot tell whether a failed request arrived. So nothing is sent twice. */
export function fetchTransport(url: URL): Transport {
  return {
    close: () => undefined,
    send: async ({ body, headers, limit, maxAnswerBytes }: Outgoing): Promise<string> => {
      const stop = new AbortController();
      limit.onStop(() => stop.abort());
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers,
        signal: stop.signal,
        redirect: 'manual',
      }).catch((cause: unknown) => {
        throw new GuardianFailure('guardian_unreachable', { outage: true, cause });
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw statusFailure(response.status);
      }
      const text = await readBody(response, maxAnswerBytes).catch((cause: unknown) => {
        throw new GuardianFailure('guardian_unreachable', { outage: true, cause });
      });
      if (text === undefined)
        throw new GuardianFailure('guardian_answer_too_large', { outage: true });
      return text;
    },
  };
}
