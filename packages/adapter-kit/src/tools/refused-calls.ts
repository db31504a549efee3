import { gateToolCall, reportToolError, toolCycle, type Chat } from '@interpose/core/adapter';
import { neverRun, type Question } from './approval-question.ts';

/**
 * Reports a call that a person refused to the hooks, for a host that only passes the refusal on to the model. Call it
 * once for each refused call.
 *
 * @example
 * const call = { id: 'call_1', name: 'pay', args: {} };
 * const tool = { name: 'pay', origin: 'local', known: true, enabled: true } as const;
 * await reportRefusal(chat, { call, tool, approval: 'no', resumed: true }, 'too much');
 */
export async function reportRefusal(
  chat: Chat,
  question: Question,
  reason: string | undefined,
): Promise<void> {
  const gate = await gateToolCall(chat, question);
  if (gate.kind === 'denied') await toolCycle(chat, { ...question, run: neverRun });
  else {
    const error = { message: reason ?? 'A person refused this call.' };
    await reportToolError(chat, { ...question, cause: 'denied', error });
  }
}
