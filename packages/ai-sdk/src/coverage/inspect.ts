import { InterposeError } from '@interpose/core';
import type { CapabilityRow } from '@interpose/core/adapter';
import { isProviderExecuted, type AppTool, type AppTools } from '../tools/tool-facts.ts';
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
  return [...rowsOn(pathsOf(recognised)), ...toolRows(toolsOf(recognised))];
}

/** The rows of one path and the tools a call on it has. */
export function inspectCall(path: string, tools: AppTools): readonly CapabilityRow[] {
  return [...rowsOn([path]), ...toolRows(tools)];
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

function rowsOn(paths: readonly string[]): CapabilityRow[] {
  return capabilities.filter(({ path }) => paths.includes(path));
}

function toolRows(tools: AppTools): CapabilityRow[] {
  return Object.entries(tools).flatMap(([name, tool]) => {
    const kind = unmediatedKind(tool);
    if (kind === undefined) return [];
    return rowsOn([kind]).map((row) => ({ ...row, path: `${row.path} ${name}` }));
  });
}

function unmediatedKind(tool: AppTool): string | undefined {
  if (isProviderExecuted(tool)) return 'provider-executed tool';
  return tool.execute === undefined ? 'client-side tool' : undefined;
}

/** The error that lists the rows which are not enforced. */
export function notEnforced(rows: readonly CapabilityRow[]): InterposeError {
  const list = rows.map(({ path, event, status }) => `${path} ${event} ${status}`).join(', ');
  return new InterposeError(
    'not_enforced',
    `not everything here can be enforced: ${list}`,
    "remove what these rows name, or drop require: 'enforced'",
  );
}
