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

/** The paths in the capability table for calls of an agent. */
export const AGENT_PATHS: readonly string[] = [
  'agent.invoke',
  'agent.stream',
  'agent.streamEvents',
];

/**
 * Checks paths and their tools, with `require: 'enforced'`. For a factory, each agent is checked once its tools are
 * known.
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
 * Checks the tools of a call to a model that is hooked by itself, with `require: 'enforced'`: the caller of the model
 * runs them. A definition without code runs nothing, and a hooked tool asks its hooks itself.
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
 * Checks the tools that one request offers, with `require: 'enforced'`; the code of `bound` is in this process.
 *
 * @throws InterposeError `not_enforced`, listing the rows of the tools that the provider runs.
 */
export function requireLocalTools(
  options: Layer['options'],
  offered: unknown,
  bound: Iterable<NativeTool>,
): void {
  requireRows(options, () => toolRows(capabilities, providerTools(listIn(offered), bound)));
}

/** Returns the rows of these paths, and one row for each of these tools that the provider runs. */
export function rowsOf(paths: readonly string[], tools: unknown): readonly CapabilityRow[] {
  return [...rowsOn(capabilities, paths), ...toolRows(capabilities, providerTools(listIn(tools)))];
}

/** Returns all tools that an agent of these parameters offers to its model: its own and those of its middleware. */
export function toolsOffered({ tools, middleware }: AgentParams): readonly unknown[] {
  const brought = listIn(middleware).map((each) => (isDict(each) ? listIn(each['tools']) : []));
  return [...listIn(tools), ...brought.flat()];
}

/** The parameters of factories that this adapter knows: it hooks them or sees their calls. Others may act unseen. */
const PARAMETERS =
  'model llm tools middleware subagents agents store checkpointer checkpointSaver prompt systemPrompt stateModifier ' +
  'messageModifier stateSchema contextSchema responseFormat preModelHook postModelHook streamTransformers cache ' +
  // Tools reach a backend, and people are asked before a tool runs: both pass the hooks of tools.
  'backend interruptOn';

/** The paths and options that the census of LangChain knows. */
export const surface: KnownSurface = {
  adapter: 'langchain',
  unmediated: UNMEDIATED,
  options: new Set(PARAMETERS.split(' ')),
};

/**
 * Checks an agent that a factory is about to make, and reports parameters that are not known.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireParams(layer: Layer, params: AgentParams): void {
  requireEnforced(layer, AGENT_PATHS, toolsOffered(params));
  noteOptions(params, surface, layer);
}
