import { requireRows, rowsOn, toolRows, type WithHooksOptions } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import {
  isProviderExecuted,
  isToolSearch,
  type AppTool,
  type AppTools,
} from '../tools/tool-facts.ts';
import type { NativeParams } from '../translate/native.ts';

/**
 * Checks paths and tools where `require: 'enforced'` asks for it: for a target when it is hooked, for a call once its
 * tools are known. A module is checked only at each call, since most of its functions are never used.
 *
 * @throws InterposeError `not_enforced`, listing the rows that are not.
 */
export function requireEnforced(
  options: WithHooksOptions,
  paths: readonly string[],
  tools: AppTools | undefined,
): void {
  requireRows(options, () => rowsOf(paths, tools));
}

/**
 * Checks a call of a model that is hooked alone, where `require: 'enforced'` asks for it: the call may have no tools,
 * because the caller runs those, possibly without hooks.
 *
 * @throws InterposeError `not_enforced`, listing the rows of the tools.
 */
export function requireNoTools(options: WithHooksOptions, { tools = [] }: NativeParams): void {
  requireRows(options, () =>
    toolRows(
      capabilities,
      tools.map(({ name }) => [name, 'tool of a model hooked alone']),
    ),
  );
}

/** Returns the rows of these paths, and of the tools that a call on them has. */
export function rowsOf(paths: readonly string[], tools: AppTools = {}): readonly CapabilityRow[] {
  const alone = paths.includes('tool.execute');
  const kind = (tool: AppTool): string | undefined =>
    alone && isToolSearch(tool) ? 'toolSearch in a tool set hooked alone' : unmediatedKind(tool);
  const hosted = Object.entries(tools).map(([name, tool]) => [name, kind(tool)] as const);
  return [...rowsOn(capabilities, paths), ...toolRows(capabilities, hosted)];
}

function unmediatedKind(tool: AppTool): string | undefined {
  if (isProviderExecuted(tool)) return 'provider-executed tool';
  if (INPUT_CALLBACKS.some((name) => tool[name] !== undefined)) return 'callbacks of a tool';
  const callsOthers = tool['experimental_toolCaller'] !== undefined; // The SDK binds its function at every step.
  return tool.execute === undefined && !callsOthers ? 'client-side tool' : undefined;
}

/** The callbacks of a tool that the SDK calls before hooks are asked about the call. */
const INPUT_CALLBACKS = ['onInputStart', 'onInputDelta', 'onInputAvailable'];
