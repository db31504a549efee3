import { notEnforced, reportOnce } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import type { CallRun, Hooking } from '../run/host-run.ts';
import { capabilities } from '../capabilities.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import type { EndpointClass } from './endpoints.ts';
import type { HttpCall } from '../model/http-call.ts';

/** Answers a request that passes no hooks where `require: 'enforced'` forbids it; undefined where it may go, told once. */
export function refuseUnmediated(
  { hooks, options }: Hooking,
  found: Exclude<EndpointClass, { status: 'enforced' }>,
  http: HttpCall,
): Response | undefined {
  if (found.status === 'harmless') return undefined;
  const { request: path, status } = found;
  if (options.require === 'enforced')
    return http.failWith(notEnforced([{ path, event: 'preRequest', status }]), undefined);
  reportOnce(hooks, { adapter: 'openai', event: 'preRequest', error: unmediatedCall(path) });
  return undefined;
}

/** Requests below the same first segment have one message, since they differ by ids: they are told of once. */
function unmediatedCall(path: string): InterposeError {
  const [resource = path] = /^\w+ \/[^/]*/.exec(path) ?? [];
  return new InterposeError(
    'unmediated_call',
    `${resource} passed no hooks: it is no chat, response or embedding`,
    "ask a model through an endpoint of the capability table, or refuse others with require: 'enforced'",
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
