import type { ToolOutcome } from '../../contract/adapter/index.ts';
import type { ToolErrorCause } from '../../contract/events/tool-events.ts';
import type { Denial } from '../../contract/decisions/outcome.ts';
import type { HistoryEntry } from '../../contract/hooks/session.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Failure, ToolCall } from '../../contract/values/index.ts';
import { andThen } from '../../maybe-promise.ts';
import { denialText } from '../../context/refusal.ts';
import { type JudgedReturn, thrownWith } from '../step/after-step.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';
import { causeOf } from '../step/after-step.ts';
import type { Attempt } from '../step/attempt.ts';
import type { Chat } from '../../contract/adapter/chat.ts';

/** Writes a judged call into the session's history and fires onMessage for it. */
export function finishToolCall<Native>(
  chat: RunningChat,
  call: ToolCall,
  tried: Attempt<Native>,
  judged: JudgedReturn,
  cause?: ToolErrorCause,
): MaybePromise<ToolOutcome<Native>> {
  const { durationMs } = tried;
  switch (judged.kind) {
    case 'denied':
      return finishDeniedCall(chat, call, judged.denial, durationMs);
    case 'retry':
      throw new TypeError('a retry was not carried out');
    case 'output':
      rememberCall(chat, call, 'result', durationMs, judged.synthetic);
      return commit(chat, call, { result: judged.value }, resultOf(tried, judged));
    case 'error':
      rememberCall(chat, call, 'error', durationMs, judged.synthetic);
      return commit(chat, call, { error: judged.error.message }, errorOf(tried, judged, cause));
  }
}

function resultOf<Native>(
  { arrived, native }: Attempt<Native>,
  { value, synthetic }: Extract<JudgedReturn, { kind: 'output' }>,
): ToolOutcome<Native> {
  const changed = synthetic || arrived.kind !== 'output' || value !== arrived.value;
  return { kind: 'result', result: changed ? value : native, changed, synthetic };
}

function errorOf(
  { arrived }: Attempt<unknown>,
  judged: Extract<JudgedReturn, { kind: 'error' }>,
  cause?: ToolErrorCause,
): ToolOutcome<never> {
  const { error } = judged;
  return {
    kind: 'error',
    error,
    ...thrownWith(arrived, error),
    cause: cause ?? causeOf(judged.synthetic || arrived.kind === 'output' ? judged : arrived),
  };
}

/** Ends a call that a policy denied, before or after it ran. */
export function finishDeniedCall(
  chat: RunningChat,
  call: ToolCall,
  denial: Denial,
  durationMs: number,
): MaybePromise<ToolOutcome<never>> {
  const text = denialText(denial);
  rememberCall(chat, call, 'denied', durationMs, false);
  return commit(chat, call, { error: text }, { kind: 'denied', denial, text });
}

/** Keeps a call in the session's history. */
export function rememberCall(
  chat: RunningChat,
  call: ToolCall,
  status: HistoryEntry['status'],
  durationMs: number,
  synthetic: boolean,
): void {
  const entry: HistoryEntry = {
    chatId: chat.id,
    call,
    status,
    at: Date.now(),
    durationMs,
    synthetic,
  };
  chat.session.remember(entry, chat.registry.settings.historyLimit);
}

function commit<Native>(
  chat: RunningChat,
  { id, name }: ToolCall,
  ending: { result?: unknown } | { error: Failure['message'] },
  outcome: ToolOutcome<Native>,
): MaybePromise<ToolOutcome<Native>> {
  if (!chat.hears('onMessage')) return outcome;
  const part = { type: 'tool-result', id, name, ...ending } as const;
  return andThen(
    chat.dispatch('onMessage', { message: { role: 'tool', content: [part] } }),
    () => outcome,
  );
}

/**
 * Writes the end of a call into the session's history, for a chat that runs elsewhere and has no cycle here.
 *
 * @example
 * noteCall(chat, { call: { id: 'call_1', name: 'refund', args: {} }, status: 'denied', durationMs: 0, synthetic: false });
 * chat.session.history.length; // => 1
 */
export function noteCall(
  chat: Chat,
  { call, status, durationMs, synthetic }: Omit<HistoryEntry, 'chatId' | 'at'>,
): void {
  rememberCall(runningChat(chat), call, status, durationMs, synthetic);
}
