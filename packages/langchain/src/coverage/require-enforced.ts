import {
  noteOptions,
  requireRows,
  type KnownSurface,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { Layer } from '../run/host-run.ts';
import { UNMEDIATED } from './declared.ts';
import { inspect, inspectParams } from './inspect.ts';
import type { AgentParams } from '../targets/shapes.ts';

/**
 * Checks a target at the start where `require: 'enforced'` asks for it.
 * A factory is checked agent by agent instead, once the tools are known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireTarget(options: WithHooksOptions, target: unknown): void {
  requireRows(options, () => inspect(target));
}

/** The parameters of factories that are hooked, or whose calls the run meets; any other that can act is not known. */
const PARAMETERS =
  'model llm tools middleware subagents agents store checkpointer checkpointSaver prompt systemPrompt stateModifier ' +
  'messageModifier stateSchema contextSchema responseFormat preModelHook postModelHook streamTransformers cache';

const surface: KnownSurface = {
  adapter: 'langchain',
  unmediated: UNMEDIATED,
  options: new Set(PARAMETERS.split(' ')),
};

/**
 * Checks an agent that a factory is about to make, and notes what the factory is given that nobody knows.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireParams(layer: Layer, params: AgentParams): void {
  requireRows(layer.options, () => inspectParams(params));
  noteOptions(params, surface, layer);
}
