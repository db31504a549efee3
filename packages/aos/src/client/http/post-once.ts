import { requestHeaders } from '../request-headers.ts';
import type { Settings } from '../settings.ts';
import { CallLimit } from './call-limit.ts';
import type { Transport } from './transport.ts';

/**
 * Sends one text within its time limit, outside of any chat, and returns the text of the answer.
 *
 * @throws GuardianFailure
 */
export async function postOnce(
  transport: Transport,
  body: string,
  { token, timeoutMs, maxAnswerBytes }: Pick<Settings, 'token' | 'timeoutMs' | 'maxAnswerBytes'>,
): Promise<string> {
  const headers = requestHeaders({ token }, undefined);
  const limit = new CallLimit(timeoutMs, undefined);
  try {
    return await limit.within(transport.send({ body, headers, limit, maxAnswerBytes }));
  } finally {
    limit.release();
  }
}
