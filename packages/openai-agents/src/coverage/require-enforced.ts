import {
  noteSettings,
  passUnmediated,
  requireRows,
  type KnownSurface,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { RunLayer } from '../run/host-run.ts';
import type { NativeAgent } from '../translate/native.ts';
import { CONFIGURATION, OPTIONS, UNMEDIATED } from './declared.ts';
import { inspectOn, KEPT_PROMPT, OWN_SETTINGS } from './inspect.ts';

/** What the census of the OpenAI Agents SDK knows. */
export const surface: KnownSurface = {
  adapter: 'openai-agents',
  unmediated: UNMEDIATED,
  // What each of the error handlers answers is judged as an answer of the agent; what a sandbox does for the model is
  // done by tools of its agent.
  options: new Set([...OPTIONS, 'errorHandlers', 'sandbox']),
};

/** The same of how a runner is configured. */
export const configured: KnownSurface = {
  ...surface,
  options: new Set([...CONFIGURATION, 'sandbox']),
};

/**
 * Checks one run once its agent is known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireRun(options: WithHooksOptions, path: string, agent: NativeAgent): void {
  requireRows(options, () => inspectOn([path], agent));
}

/**
 * Notes what a request brings that no hook has judged: a prompt that the provider keeps, and what is sent to the
 * provider as it is. The latter is told of once.
 *
 * @throws InterposeError `not_enforced` where everything has to be enforced.
 */
export function noteUnjudged(
  { run, chat: { hooks } }: RunLayer,
  hasPrompt: boolean,
  found: readonly string[],
): void {
  if (!hasPrompt && found.length === 0) return;
  const layer = run.targets.find((each) => each.hooks === hooks)!;
  if (hasPrompt) passUnmediated(KEPT_PROMPT, surface, layer);
  const paths = found.map((name) => `${OWN_SETTINGS} ${name}`);
  noteSettings(paths, surface, layer);
}
