import type { StreamEvent } from '../model-request.ts';
import type { PlannedAnswer, PlannedCall } from '../script/plan-script.ts';
import type { ScriptedUsage } from '../script/script.ts';
import { splitText } from '../script/split-text.ts';
import { finishOf, writeUsage, type CompletionFrame } from './write-completion.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Writes the stream of a chat-completions answer: the role, the deltas of reasoning, text, refusal and calls, the
 * finish reason, the usage if requested, and the end mark.
 */
export function writeChunks(
  answer: PlannedAnswer,
  usage: ScriptedUsage | undefined,
  frame: CompletionFrame,
): readonly StreamEvent[] {
  const asked = usage === undefined ? {} : { usage: null };
  const chunk = (delta: Json, finish: string | null = null): Json => ({
    ...frame,
    object: 'chat.completion.chunk',
    service_tier: 'default',
    system_fingerprint: 'fp_scripted',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...asked,
  });
  const deltas = [
    ...splitText(answer.reasoning).map((piece) => ({ reasoning_content: piece })),
    ...splitText(answer.text).map((piece) => ({ content: piece })),
    ...splitText(answer.refusal).map((piece) => ({ refusal: piece })),
    ...answer.calls.flatMap(callDeltas),
  ];
  const opening = {
    role: 'assistant',
    ...(answer.text === undefined ? { content: null } : { content: '' }),
    refusal: null,
  };
  const events: StreamEvent[] = [
    { data: chunk(opening), isChunk: false },
    ...deltas.map((delta) => ({ data: chunk(delta), isChunk: true })),
    { data: chunk({}, finishOf(answer)), isChunk: false },
  ];
  if (usage !== undefined) {
    events.push({ data: { ...chunk({}), choices: [], usage: writeUsage(usage) }, isChunk: false });
  }
  return [...events, { data: '[DONE]', isChunk: false }];
}

/** Returns the deltas of a call: id and name with empty arguments, then the arguments in pieces. */
function callDeltas(call: PlannedCall, index: number): readonly Json[] {
  const opening = {
    index,
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: '' },
  };
  const pieces = splitText(call.arguments).map((piece) => ({
    index,
    function: { arguments: piece },
  }));
  return [opening, ...pieces].map((toolCall) => ({ tool_calls: [toolCall] }));
}
