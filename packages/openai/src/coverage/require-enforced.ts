import { notEnforced, reportOnce } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import type { CallRun, Hooking } from '../run/host-run.ts';
import { capabilities } from '../capabilities.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import type { EndpointClass } from './endpoints.ts';
import type { HttpCall } from '../model/http-call.ts';

/**
 * Answers a request that passes no hooks where `require: 'enforced'` forbids it; undefined where it may go. One that
 * no list knows is told once: a newer service may ask a model there.
 */
export function refuseUnmediated(
  { hooks, options }: Hooking,
  found: Exclude<EndpointClass, { status: 'enforced' }>,
  http: HttpCall,
): Response | undefined {
  if (found.status === 'harmless') return undefined;
  const { row: path, status } = found;
  if (options.require === 'enforced') {
    const declared = capabilities.filter((row) => row.path === path);
    const row = { path, event: 'preRequest', status: 'unmediated' } as const;
    return http.failWith(notEnforced(declared.length === 0 ? [row] : declared), undefined);
  }
  if (status === 'unknown')
    reportOnce(hooks, { adapter: 'openai', event: 'preRequest', error: unmediatedCall(path) });
  return undefined;
}

function unmediatedCall(path: string): InterposeError {
  return new InterposeError(
    'unmediated_call',
    `${path} is no endpoint that the adapter knows: its request passed no hooks`,
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
