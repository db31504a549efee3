import { isDict, reportRefusal } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { toolNamed, type AppTools } from '../tools/tool-facts.ts';
import { NO_ANSWERS, type ChatRun, type PersonsAnswer } from '../run/host-run.ts';
import { AskedCall } from '../tools/run-tool.ts';

/** Returns a person's answers by the id of the call; only from the last message, since the SDK reads no other. */
export function personsAnswers(messages: unknown): ReadonlyMap<string, PersonsAnswer> {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  if (!isDict(last) || last['role'] !== 'tool') return NO_ANSWERS;
  const answers = new Map<string, PersonsAnswer>();
  const parts = (messages as readonly unknown[]).flatMap(partsOf);
  for (const response of partsOf(last)) {
    if (response['type'] !== 'tool-approval-response') continue;
    const request = parts.find(
      (part) =>
        part['type'] === 'tool-approval-request' && part['approvalId'] === response['approvalId'],
    );
    const call = parts.findLast(
      (part) => part['type'] === 'tool-call' && part['toolCallId'] === request?.['toolCallId'],
    );
    if (call === undefined || call['providerExecuted'] === true) continue;
    const id = call['toolCallId'] as string;
    if (!answers.has(id)) answers.set(id, answerOf(call, response));
  }
  return answers;
}

/** Returns the ids of the calls that the messages ask about under this id: several, if an app wrote it twice. */
export function askedUnder(approvalId: string, messages: unknown): readonly unknown[] {
  const parts = Array.isArray(messages) ? messages.flatMap(partsOf) : [];
  return parts.flatMap((part) =>
    part['type'] === 'tool-approval-request' && part['approvalId'] === approvalId
      ? [part['toolCallId']]
      : [],
  );
}

type Part = Readonly<Record<string, unknown>>;

function partsOf(message: unknown): readonly Part[] {
  if (!isDict(message) || !Array.isArray(message['content'])) return [];
  return message['content'].filter(isDict);
}

function answerOf(call: Part, response: Part): PersonsAnswer {
  const { reason } = response;
  return {
    toolName: String(call['toolName']),
    input: call['input'],
    approved: response['approved'] === true,
    ...(typeof reason === 'string' ? { reason } : undefined),
  };
}

/**
 * Reports to hooks the calls that a person refused: the SDK only tells the model about the refusal. It has run those
 * that were allowed by now. No answer counts any longer, since the model may use the id of an answered call again.
 */
export async function reportRefusals(run: ChatRun, chat: Chat, tools: AppTools): Promise<void> {
  for (const [toolCallId, { toolName: name, input, approved, reason }] of run.answers) {
    if (approved) continue;
    const tool = toolNamed(tools, name);
    await reportRefusal(
      chat,
      new AskedCall({ run, name, tool, tools }, input, { toolCallId }),
      reason,
    );
  }
  run.answers = NO_ANSWERS;
}
