import { describeTool, toldUnreached } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { dictsOf, textOf, type Body } from '../translate/native.ts';
import { calledFunction } from '../translate/chat/message-to-contract.ts';
import type { ToolLoop } from './tool-loop.ts';

/**
 * Reports the calls that reached no tool: for a tool that it does not know, or that `tool_choice` excludes, the SDK
 * answers the model itself. The model then reads the error as the hooks left it.
 */
export async function reportUnreached(loop: ToolLoop, chat: Chat): Promise<void> {
  const { handled } = loop;
  const answers = answersOf(loop);
  for (const call of loop.calls) {
    const error = answers.get(textOf(call['id']) ?? '');
    if (handled.has(call) || call['type'] !== 'function' || error === undefined) continue;
    handled.add(call);
    await report(loop, chat, call, error);
  }
}

/** Returns the outputs that follow the last answer in the messages, by call id. */
function answersOf({ runner }: ToolLoop): ReadonlyMap<string, string> {
  const messages = dictsOf(runner?.messages);
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return new Map(
    messages.slice(last + 1).flatMap((message) => {
      const content = textOf(message['content']);
      if (message['role'] !== 'tool' || content === undefined) return [];
      return [[String(message['tool_call_id']), content] as const];
    }),
  );
}

async function report(loop: ToolLoop, chat: Chat, native: Body, error: string): Promise<void> {
  const { run, tools } = loop;
  const { name, input } = calledFunction(native);
  const known = tools.get(name);
  const facts = describeTool(name, known, run.hooks);
  const id = textOf(native['id']) ?? '';
  const told = await toldUnreached(chat, {
    call: run.callOf(id, name, input),
    tool: known === undefined ? facts : { ...facts, enabled: false },
    cause: known === undefined ? 'unknown' : 'disabled',
    error,
    native,
  });
  if (told !== undefined) run.memory.outputs.set(outputKey(id, error), told);
}

/** Returns the key for the output of a call. A model may use an id again, so the SDK's own text is part of it. */
export function outputKey(callId: unknown, text: unknown): string {
  return `${String(callId)} ${String(text)}`;
}
