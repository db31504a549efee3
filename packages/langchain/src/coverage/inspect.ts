import { rowsOn, toolRows } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { TAGS } from '../targets/hook-object.ts';
import { recognise, type Recognised } from '../targets/recognise.ts';
import { isRemote, type AgentParams } from '../targets/shapes.ts';
import { providerTools } from '../tools/provider-tools.ts';
import { listIn } from '../translate/native.ts';

/**
 * The coverage of one concrete target, hooked or not: what holds at each event on each of its paths,
 * with a row of its own for every tool that cannot be fully mediated.
 *
 * @throws InterposeError `target_unknown` for something that `withHooks` does not take.
 *
 * @example
 * const open = inspect(agent).filter((row) => row.status !== 'enforced');
 */
export function inspect(target: unknown): readonly CapabilityRow[] {
  const recognised = recognise(target);
  const { tools } = recognised.kind === 'agent' ? recognised.target.options : {};
  return rowsFor(pathsOf(recognised), tools);
}

/** The rows of an agent that a factory is about to make. */
export function inspectParams(params: AgentParams): readonly CapabilityRow[] {
  return rowsFor(AGENT_PATHS, params.tools);
}

const AGENT_PATHS = ['agent.invoke', 'agent.stream', 'agent.streamEvents'];

function pathsOf({ kind, target }: Recognised): readonly string[] {
  switch (kind) {
    case 'factory':
    case 'agent':
      return AGENT_PATHS;
    case 'graph':
      if (isRemote(target)) return ['remote graph'];
      return isMade(target) ? AGENT_PATHS : [...AGENT_PATHS, 'model in a compiled graph'];
    case 'model':
      return ['model.invoke', 'model.stream'];
    case 'tool':
      return ['tool.invoke'];
    default:
      return [kind];
  }
}

/** True for a graph that a hooked factory made, whose model is therefore hooked. */
function isMade(graph: object): boolean {
  return TAGS.of(graph) !== undefined;
}

function rowsFor(paths: readonly string[], tools: unknown): readonly CapabilityRow[] {
  return [...rowsOn(capabilities, paths), ...toolRows(capabilities, providerTools(listIn(tools)))];
}
