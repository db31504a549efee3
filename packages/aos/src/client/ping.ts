import { PingRequest } from '../generated/validators.mjs';
import { isDict, stringAt } from '../wire/is-dict.ts';
import { GuardianCaller } from './http/call-guardian.ts';
import { chooseTransport } from './http/choose-transport.ts';
import { GuardianFailure } from './http/guardian-failure.ts';
import type { GuardianOptions } from './guardian-options.ts';
import { readAnswer } from './read-answer.ts';
import { requestHeaders } from './request-headers.ts';
import { readGuardianOptions } from './settings.ts';

/**
 * The health of a guardian.
 *
 * @example
 * const health: GuardianHealth = { health: 'connected', version: '0.1.0', timestamp: '2026-01-05T09:00:00Z' };
 */
export type GuardianHealth =
  | {
      readonly health: 'connected' | 'error';
      readonly version: string;
      readonly timestamp: string;
    }
  | { readonly health: 'unreachable'; readonly code: string };

/**
 * Checks whether a guardian answers, within `timeoutMs`, which the request also tells the guardian.
 *
 * @example
 * await ping({ url: 'http://127.0.0.1:1', timeoutMs: 200 }); // => { health: 'unreachable', code: 'guardian_unreachable' }
 * @throws InterposeError `invalid_option`.
 */
export async function ping(options: GuardianOptions): Promise<GuardianHealth> {
  const settings = readGuardianOptions({ ...options, circuit: false });
  const caller = new GuardianCaller(settings, chooseTransport(settings.url));
  const id = crypto.randomUUID();
  const params = { timestamp: new Date().toISOString(), timeout: Math.ceil(settings.timeoutMs) };
  const request = { jsonrpc: '2.0', id, method: 'ping', params };
  if (!PingRequest(request)) throw new Error('a ping of our own is invalid');
  try {
    return await caller.call(
      JSON.stringify(request),
      requestHeaders(settings, undefined),
      undefined,
      (text) => readHealth(text, id, settings.repair),
    );
  } catch (error) {
    if (!(error instanceof GuardianFailure)) throw error;
    return { health: 'unreachable', code: error.code };
  } finally {
    caller.close();
  }
}

function readHealth(text: string, id: string, repair: boolean): GuardianHealth {
  const answer = readAnswer(text, id, repair);
  const result = answer.kind === 'result' && isDict(answer.result) ? answer.result : {};
  const status = stringAt(result, 'status');
  if (status !== 'connected' && status !== 'error')
    throw new GuardianFailure('guardian_answer_invalid');
  return {
    health: status,
    version: stringAt(result, 'version') ?? '',
    timestamp: stringAt(result, 'timestamp') ?? '',
  };
}
