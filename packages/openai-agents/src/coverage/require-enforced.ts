import { requireRows, type KnownSurface, type WithHooksOptions } from '@interpose/adapter-kit';
import type { NativeAgent } from '../translate/native.ts';
import { CONFIGURATION, OPTIONS, UNMEDIATED } from './declared.ts';
import { inspectRun } from './inspect.ts';

/** What the census of the OpenAI Agents SDK knows. */
export const surface: KnownSurface = {
  adapter: 'openai-agents',
  unmediated: UNMEDIATED,
  // What each of the error handlers answers is judged as an answer of the agent.
  options: new Set([...OPTIONS, 'errorHandlers']),
};

/** The same of how a runner is configured. */
export const configured: KnownSurface = { ...surface, options: CONFIGURATION };

/**
 * Checks one run once its agent is known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireRun(options: WithHooksOptions, path: string, agent: NativeAgent): void {
  requireRows(options, () => inspectRun(path, agent));
}
