import type { Tool } from '../../contract/values/index.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** Why no call may reach this tool, whatever a verdict says; undefined when it may. */
export function whyUnreachable(chat: RunningChat, tool: Tool): 'unknown' | 'disabled' | undefined {
  if (!tool.known) return 'unknown';
  return tool.enabled && chat.hooks.scopes.isEnabled(tool.name) ? undefined : 'disabled';
}
