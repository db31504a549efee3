import type { Dict, ModelRequest, ToolSpec } from '@interpose/core';

/** The settings in which SDKs say which tool the model must call. */
const CHOICES = ['toolChoice', 'tool_choice'] as const;

/**
 * Returns the request with only these tools on offer; undefined if all of them were. A setting that forces a tool call
 * is removed with the tool it names, and with the last tool.
 */
export function offerOnly(
  request: ModelRequest,
  isOffered: (tool: ToolSpec) => boolean,
): ModelRequest | undefined {
  const { tools = [] } = request;
  const kept = tools.filter(isOffered);
  if (kept.length === tools.length) return undefined;
  const { tools: _tools, settings, ...rest } = request;
  return {
    ...rest,
    ...(kept.length === 0 ? {} : { tools: kept }),
    ...(settings === undefined ? {} : { settings: settingsFor(settings, tools, kept) }),
  };
}

function settingsFor(settings: Dict, tools: readonly ToolSpec[], kept: readonly ToolSpec[]): Dict {
  const gone = new Set(tools.filter((tool) => !kept.includes(tool)).map(({ name }) => name));
  const dropped = CHOICES.filter(
    (key) => settings[key] !== undefined && (kept.length === 0 || names(settings[key], gone)),
  );
  if (dropped.length === 0) return settings;
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !dropped.some((each) => each === key)),
  );
}

/** Whether a choice of any shape contains one of these names. */
function names(choice: unknown, gone: ReadonlySet<string>): boolean {
  if (typeof choice === 'string') return gone.has(choice);
  if (typeof choice !== 'object' || choice === null) return false;
  return Object.values(choice).some((value: unknown) => names(value, gone));
}
