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

/** The paths and options that the census of the OpenAI Agents SDK knows, for one run. */
export const surface: KnownSurface = {
  adapter: 'openai-agents',
  unmediated: UNMEDIATED,
  options: OPTIONS,
};

/** The same for the configuration of a runner. */
export const configured: KnownSurface = { ...surface, options: CONFIGURATION };

/**
 * Checks that everything is enforced for one run of this agent, where the options require that.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireRun(options: WithHooksOptions, path: string, agent: NativeAgent): void {
  requireRows(options, () => inspectOn([path], agent));
}

/**
 * Notes the parts of a request that hooks cannot judge: a prompt that the service stores, and settings that the SDK
 * sends to the provider unchanged. Each such setting is reported once.
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
