import {
  notEnforced,
  reportOnce,
  requireRows,
  rowsOn,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { CallRun, Hooking } from '../run/host-run.ts';
import { capabilities, HOSTED } from '../capabilities.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import type { ResponsesRunner } from '../targets/shapes.ts';
import { isHosted } from '../tools/provider-tools.ts';
import { isDict, type Body } from '../translate/native.ts';
import type { EndpointClass } from './endpoints.ts';

/** Why something that passes no hooks may not go where `require: 'enforced'` forbids it; undefined where it may go, told once. */
export function whyRefused(
  { hooks, options }: Hooking,
  found: Exclude<EndpointClass, { status: 'enforced' }>,
): InterposeError | undefined {
  if (found.status === 'harmless') return undefined;
  const { request: path, status } = found;
  if (options.require === 'enforced') return notEnforced([{ path, event: 'preRequest', status }]);
  reportOnce(hooks, { adapter: 'openai', event: 'preRequest', error: unmediatedCall(path) });
  return undefined;
}

/** Requests below the same first segment have one message, since they differ by ids: they are told of once. */
function unmediatedCall(path: string): InterposeError {
  const [resource = path] = /^\w+ \/[^/]*/.exec(path) ?? [];
  return new InterposeError(
    'unmediated_call',
    `${resource} passed no hooks: it is no request for a chat, response or embedding`,
    "ask a model through an endpoint of the capability table, or refuse others with require: 'enforced'",
  );
}

/**
 * Checks one request once its tools are known: those that the app or the provider runs pass no gate, and neither does
 * what the service keeps for the request.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(run: CallRun, body: Body, tools: readonly OfferedTool[]): void {
  requireRows(run.hooking.options, () =>
    rowsOn(capabilities, [
      ...(tools.length > 0 ? [run.path] : []),
      ...(tools.some(isHosted) ? [HOSTED] : []),
      ...(isDict(body['prompt']) ? ['prompt kept by the service'] : []),
    ]),
  );
}

/**
 * Checks a tool runner: what it does in a browser or on a computer passes no gate.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireRunner(
  options: WithHooksOptions,
  { browser, computer }: Pick<ResponsesRunner, 'browser' | 'computer'>,
): void {
  if ((browser ?? computer) === undefined) return;
  requireRows(options, () => rowsOn(capabilities, ['browser and computer']));
}
