import type { CapabilityRow } from '@interpose/core/adapter';
import type { CallRun, Hooking } from '../run/host-run.ts';
import { capabilities } from '../capabilities.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import { pathOf } from './endpoints.ts';
import type { HttpCall } from '../model/http-call.ts';
import { notEnforced } from './inspect.ts';

/** Requests that ask a model and pass no hooks, by what their path holds and the row that says so. */
const UNMEDIATED: readonly (readonly [part: RegExp, path: string])[] = [
  [/\/completions$/, 'completions.create'],
  [/\/images\//, 'images'],
  [/\/audio\//, 'audio'],
  [/\/moderations$/, 'moderations.create'],
  [/\/videos/, 'videos'],
  [/\/batches$/, 'batches.create'],
  [/\/(threads|assistants)/, 'beta.threads'],
  [/\/responses\/compact$/, 'responses.compact'],
  [/\/decisions$/, 'decisions.create'],
  [/\/agents/, 'beta.agents'],
  [/\/realtime/, 'realtime'],
  [/\/live/, 'live'],
];

/** Answers a request that passes no hooks, where `require: 'enforced'` forbids it; undefined where it may go. */
export function requireMediated(
  { options }: Hooking,
  { method }: RequestInit,
  url: string,
  http: HttpCall,
): Response | undefined {
  if (options.require !== 'enforced' || method?.toUpperCase() !== 'POST') return undefined;
  const path = UNMEDIATED.find(([part]) => part.test(pathOf(url)))?.[1];
  if (path === undefined) return undefined;
  return http.failWith(
    notEnforced([{ path, event: 'preRequest', status: 'unmediated' }]),
    undefined,
  );
}

/**
 * Checks one request once its tools are known: those that the app or the provider runs pass no gate.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(run: CallRun, tools: readonly OfferedTool[]): void {
  if (!run.mustEnforce || tools.length === 0) return;
  const hosted = tools.some(({ origin }) => origin !== 'local');
  const open = capabilities.filter(
    ({ path, status }) =>
      status !== 'enforced' &&
      (path === run.path || (hosted && path === 'tool that the provider runs')),
  );
  if (open.length > 0) throw notEnforced(open satisfies readonly CapabilityRow[]);
}
