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

/** What hooks see of a tool's result: its content, never its artifact; of a command what it tells the model. */
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

/** The result that hooks changed, in place of the tool's own: its artifact and the rest of a command are left out. */
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
 * What a gated call without a result gives the tool node: the message that the model reads in its place; whoever called
 * the tool directly gets it thrown. An error that hooks left alone is thrown as it came, so that the app's own error
 * handling sees it.
 */
export function answerOf(
  outcome: Exclude<ToolOutcome<unknown>, { kind: 'result' }>,
  tool: ResultTool,
  id: string | undefined,
): unknown {
  if (outcome.kind === 'error' && 'thrown' in outcome && outcome.cause === 'threw')
    throw outcome.thrown;
  const content = toldInstead(outcome);
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

/** What a command changes in the state: by name, or as a list of changes. */
export function updatesIn({
  update,
}: Readonly<Record<string, unknown>>): readonly (readonly unknown[])[] {
  return isDict(update) ? Object.entries(update) : listIn(update).map(listIn);
}

/** A graph's command says so itself, whichever copy of the library made it. */
function isCommand(value: unknown): value is Readonly<Record<string, unknown>> {
  return isDict(value) && value['lg_name'] === 'Command';
}
