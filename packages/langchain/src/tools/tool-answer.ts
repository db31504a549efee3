import { ToolMessage } from '@langchain/core/messages';
import { ToolError, thrownFor } from '@interpose/adapter-kit';
import type { ToolOutcome } from '@interpose/core/adapter';
import type { NativeTool } from '../translate/native.ts';

/**
 * What a gated call gives the tool node: the result, or the message that the model reads in its place. An error
 * that hooks left alone is thrown as it came, so that the app's own error handling sees it.
 */
export function answerOf(
  outcome: Exclude<ToolOutcome<unknown>, { kind: 'suspended' }>,
  tool: NativeTool,
  id: string | undefined,
): unknown {
  switch (outcome.kind) {
    case 'result':
      return outcome.result;
    case 'error':
      if ('thrown' in outcome && outcome.cause === 'threw') throw thrownFor(outcome);
      return errorAnswer(outcome.error.message, tool, id);
    case 'denied':
      return errorAnswer(outcome.text, tool, id);
  }
}

/** A tool error the model reads; whoever called the tool directly gets it thrown. */
function errorAnswer(text: string, tool: NativeTool, id: string | undefined): unknown {
  if (id === undefined) throw new ToolError(text);
  const message = new ToolMessage({
    content: text,
    tool_call_id: id,
    name: tool.name,
    status: 'error',
  });
  return tool.responseFormat === 'content_and_artifact' ? [message, undefined] : message;
}
