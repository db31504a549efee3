import type { Dict, ToolCall } from '@interpose/core';
import { reportToolError, toolCycle, type Chat, type ToolOutcome } from '@interpose/core/adapter';
import { RecordedToolError, type RecordedCall } from '@interpose/testing/recorded-runs';

/** The result of a call, and its arguments if it ran. */
export interface PlayedCall {
  readonly outcome: ToolOutcome<string>;
  readonly ran?: ToolCall;
}

/** Plays one call through its gates; if it is allowed, the tool answers as recorded. */
export async function playCall(
  chat: Chat,
  recorded: RecordedCall,
  { id, name, args }: ToolCall,
  index: number,
): Promise<PlayedCall> {
  const call = { id, name, args };
  const tool = { name, origin: 'local', known: true, enabled: true } as const;
  if (!hasArguments(recorded)) {
    const error = new RecordedToolError('the arguments are not an object');
    return { outcome: await reportToolError(chat, { call, tool, error, cause: 'invalid' }) };
  }
  let ran: ToolCall | undefined;
  const run = (given: ToolCall): string => {
    ran = given;
    return giveOutcome(recorded);
  };
  const outcome: ToolOutcome<string> = await toolCycle(chat, { call, tool, index, run });
  return { outcome, ...(ran === undefined ? {} : { ran }) };
}

/**
 * Converts a recorded call to the contract's form; arguments that are no object become an empty object.
 *
 * @example
 * const names = (calls: readonly RecordedCall[]): string[] => calls.map((call) => toCall(call).name);
 */
export function toCall(recorded: RecordedCall): ToolCall {
  const { id, name, args } = recorded;
  return { id, name, args: hasArguments(recorded) ? (args as Dict) : {} };
}

function hasArguments({ argumentsForm }: RecordedCall): boolean {
  return argumentsForm === 'object' || argumentsForm === 'missing';
}

function giveOutcome({ outcome }: RecordedCall): string {
  if (outcome.kind === 'error') throw new RecordedToolError(outcome.message);
  return outcome.kind === 'result' ? outcome.content : '';
}
