import { ToolMessage } from '@langchain/core/messages';
import { ToolError, toldInstead } from '@interpose/adapter-kit';
import type { ToolOutcome } from '@interpose/core/adapter';
import type { NativeTool } from '../translate/native.ts';

/**
 * What a gated call without a result gives the tool node: the message that the model reads in its place; whoever called
 * the tool directly gets it thrown. An error that hooks left alone is thrown as it came, so that the app's own error
 * handling sees it.
 */
export function answerOf(
  outcome: Exclude<ToolOutcome<unknown>, { kind: 'result' }>,
  tool: NativeTool,
  id: string | undefined,
): unknown {
  if (outcome.kind === 'error' && 'thrown' in outcome && outcome.cause === 'threw')
    throw outcome.thrown;
  const content = toldInstead(outcome);
  if (id === undefined) throw new ToolError(content);
  const message = new ToolMessage({ content, tool_call_id: id, name: tool.name, status: 'error' });
  return tool.responseFormat === 'content_and_artifact' ? [message, undefined] : message;
}
