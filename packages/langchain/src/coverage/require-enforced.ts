import {
  isDict,
  noteOptions,
  requireRows,
  rowsOn,
  toolRows,
  type KnownSurface,
  type Layer,
} from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { UNMEDIATED } from './declared.ts';
import { passesHooks } from '../targets/hook-object.ts';
import { isTool, type AgentParams } from '../targets/shapes.ts';
import { providerTools } from '../tools/provider-tools.ts';
import { listIn, type NativeTool } from '../translate/native.ts';

/** The paths of the capability table that the calls of an agent take. */
export const AGENT_PATHS: readonly string[] = [
  'agent.invoke',
  'agent.stream',
  'agent.streamEvents',
];

/**
 * Checks paths and their tools where `require: 'enforced'` asks for it.
 * A factory is checked agent by agent instead, once the tools are known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(
  { options }: Layer,
  paths: readonly string[],
  tools?: unknown,
): void {
  requireRows(options, () => rowsOf(paths, tools));
}

/**
 * Checks the tools that a model hooked by itself is asked with, where `require: 'enforced'` asks for it: whoever asked the
 * model runs them. A definition without code runs nothing, and a tool that is hooked asks its hooks itself.
 *
 * @throws InterposeError `not_enforced`, listing the rows of the tools.
 */
export function requireHookedTools({ hooks, options }: Layer, tools: Iterable<unknown>): void {
  requireRows(options, () => {
    const open = [...tools].filter(isTool).filter((tool) => !passesHooks(tool, hooks));
    return toolRows(
      capabilities,
      open.map(({ name }) => [name, 'tool of a model hooked alone']),
    );
  });
}

/**
 * Checks the tools that one request offers where `require: 'enforced'` asks for it; `bound` are those with code in this process.
 *
 * @throws InterposeError `not_enforced`, listing the rows of those that the provider runs.
 */
export function requireLocalTools(
  options: Layer['options'],
  offered: unknown,
  bound: Iterable<NativeTool>,
): void {
  requireRows(options, () => toolRows(capabilities, providerTools(listIn(offered), bound)));
}

/** The rows of these paths, and of the tools on them that the provider runs. */
export function rowsOf(paths: readonly string[], tools: unknown): readonly CapabilityRow[] {
  return [...rowsOn(capabilities, paths), ...toolRows(capabilities, providerTools(listIn(tools)))];
}

/** All that an agent of these parameters offers to its model: its own tools, and those of its middlewares. */
export function toolsOffered({ tools, middleware }: AgentParams): readonly unknown[] {
  const brought = listIn(middleware).map((each) => (isDict(each) ? listIn(each['tools']) : []));
  return [...listIn(tools), ...brought.flat()];
}

/** The parameters of factories that are hooked, or whose calls the run meets; any other that can act is not known. */
const PARAMETERS =
  'model llm tools middleware subagents agents store checkpointer checkpointSaver prompt systemPrompt stateModifier ' +
  'messageModifier stateSchema contextSchema responseFormat preModelHook postModelHook streamTransformers cache';

/** What the census of LangChain knows. */
export const surface: KnownSurface = {
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
  requireEnforced(layer, AGENT_PATHS, toolsOffered(params));
  noteOptions(params, surface, layer);
}
