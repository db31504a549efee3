import { ToolMessage } from '@langchain/core/messages';
import {
  asText,
  isDict,
  omitUndefined,
  ToolError,
  toldInstead,
  type Copy,
} from '@interpose/adapter-kit';
import type { ToolOutcome } from '@interpose/core/adapter';
import { toolContent } from './message-to-contract.ts';
import { listIn, type NativeTool } from './native.ts';

type ResultTool = Pick<NativeTool, 'name' | 'responseFormat'>;

/** Returns a tool's result as hooks see it: its content, never its artifact; of a command, its message or update. */
export function resultToContract(
  native: unknown,
  tool: ResultTool,
  id: string,
  copy: Copy,
): unknown {
  const content = isPair(native, tool) ? native[0] : native;
  const message = messageIn(content, id);
  if (message !== undefined) return toolContent(message.content, copy);
  return isCommand(content)
    ? {
        command: copy(content['goto'] ?? true),
        ...omitUndefined({ update: copy(content['update']) }),
      }
    : copy(content);
}

/** Returns a changed result in place of the tool's own. The artifact and the rest of a command are left out. */
export function resultFromContract(
  changed: unknown,
  native: unknown,
  tool: ResultTool,
  id: string,
): unknown {
  const content = isPair(native, tool) ? native[0] : native;
  const like = messageIn(content, id);
  const value =
    like === undefined
      ? changed
      : new ToolMessage({
          content: asText(changed),
          tool_call_id: id,
          name: tool.name,
        });
  return tool.responseFormat === 'content_and_artifact' ? [value, undefined] : value;
}

/**
 * Returns the message that the model reads in place of a result, for a call without one. If the app called the tool
 * directly, throws an error with this text. An error that hooks left alone is thrown as it came, so that the app's own
 * error handling sees it; a refusal that an agent or a tool inside this tool threw is none of the app's errors.
 */
export function answerOf(
  outcome: Exclude<ToolOutcome<unknown>, { kind: 'result' }>,
  tool: ResultTool,
  id: string | undefined,
): unknown {
  const content = toldInstead(outcome);
  if ('thrown' in outcome && (outcome.cause === 'threw' || outcome.cause === 'timeout'))
    if (id === undefined || !(outcome.thrown instanceof ToolError)) throw outcome.thrown;
  if (id === undefined) throw new ToolError(content);
  const message = new ToolMessage({ content, tool_call_id: id, name: tool.name, status: 'error' });
  return tool.responseFormat === 'content_and_artifact' ? [message, undefined] : message;
}

function isPair(native: unknown, tool: ResultTool): native is readonly [unknown, unknown] {
  return tool.responseFormat === 'content_and_artifact' && Array.isArray(native);
}

function messageIn(content: unknown, id: string): ToolMessage | undefined {
  if (isToolMessage(content)) return content;
  if (!isCommand(content)) return undefined;
  const messages = updatesIn(content).flatMap(([channel, value]) =>
    channel === 'messages' ? [value].flat() : [],
  );
  return messages.filter(isToolMessage).find((message) => message.tool_call_id === id);
}

function isToolMessage(value: unknown): value is ToolMessage {
  return isDict(value) && value['lc_direct_tool_output'] === true && 'tool_call_id' in value;
}

/** Returns the changes that a command makes to the state: by name, or as a list of changes. */
export function updatesIn({
  update,
}: Readonly<Record<string, unknown>>): readonly (readonly unknown[])[] {
  return isDict(update) ? Object.entries(update) : listIn(update).map(listIn);
}

/** Whether this is a command of a graph. The check works for any copy of LangGraph. */
function isCommand(value: unknown): value is Readonly<Record<string, unknown>> {
  return isDict(value) && value['lg_name'] === 'Command';
}
