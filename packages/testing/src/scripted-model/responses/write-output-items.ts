import { joinText } from '../script/join-text.ts';
import type { PlannedAnswer } from '../script/plan-script.ts';

type Json = Readonly<Record<string, unknown>>;

/** Writes the output items of an answer in the service's order: reasoning, hosted items, message, calls. */
export function writeOutputItems(answer: PlannedAnswer, key: string): readonly Json[] {
  const reasoning = joinText(answer.reasoning);
  const items: Json[] = [];
  if (reasoning !== null) {
    const summary = reasoning === '' ? [] : [{ type: 'summary_text', text: reasoning }];
    items.push({ id: `rs_${key}`, type: 'reasoning', summary });
  }
  items.push(...(answer.items ?? []).map((item, index) => ({ id: `it_${key}_${index}`, ...item })));
  const isEmpty = answer.calls.length === 0 && reasoning === null && items.length === 0;
  const content = writeContent(answer, isEmpty);
  if (content.length > 0) {
    items.push({
      id: `msg_${key}`,
      type: 'message',
      role: 'assistant',
      status: statusOf(answer),
      content,
    });
  }
  for (const [index, call] of answer.calls.entries()) {
    items.push({
      id: `fc_${key}_${index}`,
      type: 'function_call',
      status: statusOf(answer),
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
    });
  }
  return items;
}

/** Returns `incomplete` if the answer was cut by its length or the content filter. */
export function statusOf({ finish }: PlannedAnswer): 'completed' | 'incomplete' {
  return finish === 'length' || finish === 'content_filter' ? 'incomplete' : 'completed';
}

function writeContent(answer: PlannedAnswer, isEmpty: boolean): readonly Json[] {
  const text = joinText(answer.text);
  const refusal = joinText(answer.refusal);
  const parts: Json[] = [];
  if (text !== null || (isEmpty && refusal === null)) {
    parts.push({ type: 'output_text', text: text ?? '', annotations: [], logprobs: [] });
  }
  if (refusal !== null) parts.push({ type: 'refusal', refusal });
  return parts;
}
