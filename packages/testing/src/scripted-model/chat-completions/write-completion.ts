import { joinText } from '../script/join-text.ts';
import type { PlannedAnswer, PlannedCall } from '../script/plan-script.ts';
import type { FinishReason, ScriptedUsage } from '../script/script.ts';

type Json = Readonly<Record<string, unknown>>;

/** The fields that every body of one answer has. */
export interface CompletionFrame {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** Writes the body of a plain chat-completions answer. */
export function writeCompletion(
  answer: PlannedAnswer,
  usage: ScriptedUsage,
  frame: CompletionFrame,
): Json {
  const reasoning = joinText(answer.reasoning);
  const message = {
    role: 'assistant',
    content: joinText(answer.text),
    refusal: joinText(answer.refusal),
    annotations: [],
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(answer.calls.length === 0 ? {} : { tool_calls: answer.calls.map(writeCall) }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishOf(answer) };
  return {
    ...frame,
    object: 'chat.completion',
    choices: [choice],
    usage: writeUsage(usage),
    service_tier: 'default',
    system_fingerprint: 'fp_scripted',
  };
}

/** Returns the finish reason, with a default if the script gives none. */
export function finishOf({ finish, calls }: PlannedAnswer): FinishReason {
  return finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

/** Writes the usage in the form of chat completions. */
export function writeUsage(usage: ScriptedUsage): Json {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens ?? 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoningTokens ?? 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function writeCall(call: PlannedCall): Json {
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  };
}
