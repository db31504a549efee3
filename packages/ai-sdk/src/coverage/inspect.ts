import { rowsOn, toolRows } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import {
  isProviderExecuted,
  isToolSearch,
  type AppTool,
  type AppTools,
} from '../tools/tool-facts.ts';
import { capabilities } from '../capabilities.ts';
import { recognise, type Recognised } from '../targets/recognise.ts';

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
  return rowsOf(pathsOf(recognised), toolsOf(recognised));
}

/** The rows of these paths and of the tools a call on them has. */
export function rowsOf(paths: readonly string[], tools: AppTools): readonly CapabilityRow[] {
  const alone = paths.includes('tool.execute');
  const kind = (tool: AppTool): string | undefined =>
    alone && isToolSearch(tool) ? 'toolSearch in a tool set of its own' : unmediatedKind(tool);
  const hosted = Object.entries(tools).map(([name, tool]) => [name, kind(tool)] as const);
  return [...rowsOn(capabilities, paths), ...toolRows(capabilities, hosted)];
}

function pathsOf(recognised: Recognised): readonly string[] {
  switch (recognised.kind) {
    case 'agent':
      return ['ToolLoopAgent.generate', 'ToolLoopAgent.stream'];
    case 'model':
    case 'model-id':
      return ['model.doGenerate', 'model.doStream'];
    case 'tool':
    case 'tools':
      return ['tool.execute'];
    case 'module':
      return [...new Set(capabilities.map(({ path }) => path))].filter((path) =>
        Object.hasOwn(recognised.module, path.split('.')[0]!),
      );
  }
}

function toolsOf(recognised: Recognised): AppTools {
  switch (recognised.kind) {
    case 'agent':
      return recognised.agent.settings.tools ?? {};
    case 'tool':
      return { tool: recognised.tool };
    case 'tools':
      return recognised.tools;
    default:
      return {};
  }
}

function unmediatedKind(tool: AppTool): string | undefined {
  if (isProviderExecuted(tool)) return 'provider-executed tool';
  if (INPUT_CALLBACKS.some((name) => tool[name] !== undefined)) return 'callbacks of a tool';
  const callsOthers = tool['experimental_toolCaller'] !== undefined; // The SDK binds its function at every step.
  return tool.execute === undefined && !callsOthers ? 'client-side tool' : undefined;
}

/** They are told of a call before its gate. */
const INPUT_CALLBACKS = ['onInputStart', 'onInputDelta', 'onInputAvailable'];
