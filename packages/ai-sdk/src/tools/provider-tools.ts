import {
  asText,
  parseArguments,
  reportProviderCall,
  reportProviderResult,
} from '@interpose/adapter-kit';
import type { MaybePromise, ToolCall } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import { readResult } from '../translate/content-to-contract.ts';
import type { NativeContent, NativeStreamPart, ProviderPart } from '../translate/native.ts';

/** Keeps a part of an answer about a call that the provider ran; it is reported before the next step. */
export function keepProviderPart(run: ChatRun, part: NativeContent | NativeStreamPart): void {
  if (
    part.type === 'tool-result' ||
    (part.type === 'tool-call' && part.providerExecuted === true)
  ) {
    run.memory.providerParts.push(part);
  }
}

/** Reports to hooks the calls that the provider ran. These are over, so verdicts are recorded but have no effect. */
export function reportProviderCalls(run: ChatRun, chat: Chat): MaybePromise<void> {
  const parts = run.remembered?.providerParts ?? [];
  if (parts.length > 0) return reportParts(run, chat, parts.splice(0));
}

async function reportParts(
  run: ChatRun,
  chat: Chat,
  parts: readonly ProviderPart[],
): Promise<void> {
  const calls = run.memory.providerCalls;
  for (const part of parts) {
    const { toolCallId: id, toolName: name } = part;
    if (part.type === 'tool-call') {
      const call: ToolCall = { id, name, args: parseArguments(asText(part.input)) };
      calls.set(id, call);
      await reportProviderCall(chat, { call, native: part });
    } else {
      const call = calls.get(id) ?? { id, name, args: {} };
      await reportProviderResult(chat, { call, native: part }, readResult(part, run.copy));
    }
  }
}
