import type { PlannedAnswer } from '../script/plan-script.ts';
import { splitText } from '../script/split-text.ts';

type Json = Readonly<Record<string, unknown>>;

/** An event before it is numbered. */
export interface ItemEvent extends Json {
  readonly type: string;
}

/** Writes the events of one output item: added, its pieces, done. */
export function writeItemEvents(
  item: Json,
  index: number,
  answer: PlannedAnswer,
): readonly ItemEvent[] {
  const place = { item_id: item['id'], output_index: index };
  const inProgress = item['type'] === 'reasoning' ? {} : { status: 'in_progress' };
  const [opening, pieces] = writePieces(item, place, answer);
  return [
    {
      type: 'response.output_item.added',
      output_index: index,
      item: { ...item, ...inProgress, ...opening },
    },
    ...pieces,
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

/** Returns the unfinished item, and the events that complete it. */
function writePieces(item: Json, place: Json, answer: PlannedAnswer): [Json, readonly ItemEvent[]] {
  if (item['type'] === 'message') {
    const parts: readonly unknown[] = Array.isArray(item['content']) ? item['content'] : [];
    return [
      { content: [] },
      parts.flatMap((part, index) => partEvents(part, { ...place, content_index: index }, answer)),
    ];
  }
  if (item['type'] === 'reasoning') return [{ summary: [] }, summaryEvents(item, place, answer)];
  if (item['type'] !== 'function_call') return [{}, []];
  const name = 'response.function_call_arguments';
  const written = String(item['arguments']);
  return [
    { arguments: '' },
    [
      ...splitText(written).map((delta) => ({ type: `${name}.delta`, ...place, delta })),
      { type: `${name}.done`, ...place, name: item['name'], arguments: written },
    ],
  ];
}

function partEvents(part: unknown, place: Json, answer: PlannedAnswer): readonly ItemEvent[] {
  const isRefusal = typeof part === 'object' && part !== null && 'refusal' in part;
  const [name, key, chunks] = isRefusal
    ? (['response.refusal', 'refusal', answer.refusal] as const)
    : (['response.output_text', 'text', answer.text] as const);
  const extra = isRefusal ? {} : { logprobs: [] };
  const pieces = splitText(chunks);
  const empty = isRefusal
    ? { type: 'refusal', refusal: '' }
    : { type: 'output_text', text: '', annotations: [], logprobs: [] };
  return [
    { type: 'response.content_part.added', ...place, part: empty },
    ...pieces.map((delta) => ({ type: `${name}.delta`, ...place, delta, ...extra })),
    { type: `${name}.done`, ...place, [key]: pieces.join(''), ...extra },
    { type: 'response.content_part.done', ...place, part },
  ];
}

function summaryEvents(item: Json, place: Json, answer: PlannedAnswer): readonly ItemEvent[] {
  if (!Array.isArray(item['summary']) || item['summary'].length === 0) return [];
  const name = 'response.reasoning_summary';
  const here = { ...place, summary_index: 0 };
  const pieces = splitText(answer.reasoning);
  const text = pieces.join('');
  return [
    { type: `${name}_part.added`, ...here, part: { type: 'summary_text', text: '' } },
    ...pieces.map((delta) => ({ type: `${name}_text.delta`, ...here, delta })),
    { type: `${name}_text.done`, ...here, text },
    { type: `${name}_part.done`, ...here, part: { type: 'summary_text', text } },
  ];
}
