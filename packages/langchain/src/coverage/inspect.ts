import { rowsOn, toolRows } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { TAGS } from '../targets/hook-object.ts';
import { recognise, type Recognised } from '../targets/recognise.ts';
import { isRemote, type AgentParams } from '../targets/shapes.ts';
import { providerTools } from '../tools/provider-tools.ts';

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
  return rowsFor(pathsOf(recognised), toolsOf(recognised));
}

/** The rows of an agent that a factory is about to make. */
export function inspectParams(params: AgentParams): readonly CapabilityRow[] {
  return rowsFor(AGENT_PATHS, toolsIn(params));
}

const AGENT_PATHS = ['agent.invoke', 'agent.stream', 'agent.streamEvents'];

function pathsOf(recognised: Recognised): readonly string[] {
  switch (recognised.kind) {
    case 'factory':
    case 'agent':
      return AGENT_PATHS;
    case 'graph':
      if (isRemote(recognised.graph)) return ['remote graph'];
      return isMade(recognised.graph) ? AGENT_PATHS : [...AGENT_PATHS, 'model in a compiled graph'];
    case 'model':
      return ['model.invoke', 'model.stream'];
    case 'tool':
      return ['tool.invoke'];
    case 'tool-node':
      return ['ToolNode'];
    case 'retriever':
      return ['retriever'];
    case 'vector-store':
      return ['vector store'];
    case 'store':
      return ['BaseStore'];
    case 'checkpointer':
      return ['checkpointer'];
    case 'chat-history':
      return ['chat message history'];
  }
}

/** True for a graph that a hooked factory made, whose model is therefore hooked. */
function isMade(graph: object): boolean {
  return TAGS.of(graph) !== undefined;
}

function toolsOf(recognised: Recognised): readonly unknown[] {
  return recognised.kind === 'agent' ? toolsIn(recognised.agent.options) : [];
}

function toolsIn({ tools }: AgentParams): readonly unknown[] {
  return Array.isArray(tools) ? tools : [];
}

function rowsFor(paths: readonly string[], tools: readonly unknown[]): readonly CapabilityRow[] {
  return [...rowsOn(capabilities, paths), ...toolRows(capabilities, providerTools(tools))];
}
