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

/** Returns why a request without hooks is refused under `require: 'enforced'`; otherwise reports it once. */
export function whyRefused(
  { hooks, options }: Pick<Hooking, 'hooks' | 'options'>,
  found: Exclude<EndpointClass, { status: 'enforced' }>,
): InterposeError | undefined {
  if (found.status === 'harmless') return undefined;
  const { request: path, status } = found;
  if (options.require === 'enforced') return notEnforced([{ path, event: 'preRequest', status }]);
  reportOnce(hooks, { adapter: 'openai', event: 'preRequest', error: unmediatedCall(path) });
  return undefined;
}

/** Returns the report of a request; requests with the same first segment differ only by ids and share one report. */
function unmediatedCall(path: string): InterposeError {
  const [resource = path] = /^\w+ \/[^/]*/.exec(path) ?? [];
  return new InterposeError(
    'unmediated_call',
    `${resource} passed no hooks: it is no request for a chat, response or embedding`,
    "ask a model through an endpoint of the capability table, or refuse others with require: 'enforced'",
  );
}

/**
 * Checks one request once its tools are known. Tools that the app or the provider runs pass no hooks, and neither does
 * a prompt that the service keeps.
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
 * Checks a tool runner: its actions in a browser or on a computer pass no hooks.
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
