import type { Conversation, ConversationItem } from './conversation.ts';

/** What a certain match weighs; no sum of the small costs below comes near it. */
const certain = 1e6;

interface Row {
  /** The best score of the items so far against the first n entries. */
  readonly best: readonly number[];
  /** The same, where the last item was matched with the nth entry. */
  readonly matched: readonly number[];
}

/**
 * How many answers of a script a conversation has passed.
 *
 * The conversation is laid beside the script like two versions of a text. An assistant turn that
 * carries a scripted call id, call or text, and a user turn with a cue's text, match for certain, and the
 * alignment with the most certain matches wins. Between them turns are paired by their order, so a
 * refusal in place of an answer counts as that answer, while an extra user message, a message a
 * host dropped or a foreign beginning cost a little and shift nothing.
 */
export function findPosition(script: Conversation, conversation: Conversation): number {
  let row: Row = firstRow(script);
  for (const item of conversation) row = nextRow(row, item, script);
  let passed = 0;
  for (let entries = 1; entries <= script.length; entries += 1) {
    if (at(row.best, entries) > at(row.best, passed)) passed = entries;
  }
  return script.slice(0, passed).filter(({ role }) => role === 'assistant').length;
}

function firstRow(script: Conversation): Row {
  const best = [0];
  for (const entry of script) best.push((best.at(-1) ?? 0) - costOfSkipping(entry));
  return { best, matched: best.map(() => -Infinity) };
}

function nextRow(previous: Row, item: ConversationItem, script: Conversation): Row {
  const best = [at(previous.best, 0) - costOfExtra(item)];
  const matched = [-Infinity];
  for (const [index, entry] of script.entries()) {
    const score = similarity(item, entry);
    const another = score >= certain ? at(previous.matched, index + 1) + score - 1 : -Infinity;
    const match = Math.max(at(previous.best, index) + score, another);
    matched.push(match);
    best.push(
      Math.max(
        match,
        at(previous.best, index + 1) - costOfExtra(item),
        at(best, index) - costOfSkipping(entry),
      ),
    );
  }
  return { best, matched };
}

/** Certain where both share something, the more the better; slightly unlikely where only the roles agree. */
function similarity(item: ConversationItem, entry: ConversationItem): number {
  if (item.role === 'user') {
    if (entry.role !== 'user') return -Infinity;
    if (item.text !== entry.text) return -1;
    return item.text === '' ? 0 : certain;
  }
  if (entry.role !== 'assistant') return -Infinity;
  const hasCall = overlap(item.calls, entry.calls);
  const hasText = overlap(item.texts, entry.texts);
  // Ids repeat in real runs, and hosts replace arguments that are no JSON: neither alone decides.
  if (overlap(item.callIds, entry.callIds)) return 2 * certain + (hasCall ? 5 : 0);
  if (hasCall || hasText) return certain;
  return isEmpty(item) && isEmpty(entry) ? 0 : -1;
}

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one));
}

/** A turn of the conversation that the script does not know: a steering message, a foreign answer. */
function costOfExtra({ role }: ConversationItem): number {
  return role === 'user' ? 2 : 4;
}

/** A turn of the script that the conversation lacks; hosts drop empty answers from their history. */
function costOfSkipping(entry: ConversationItem): number {
  if (entry.role === 'user') return 1;
  return isEmpty(entry) ? 0.5 : 3;
}

function isEmpty(item: ConversationItem): boolean {
  return item.role === 'assistant' && item.texts.length + item.callIds.length === 0;
}

function at(scores: readonly number[], index: number): number {
  return scores[index] ?? -Infinity;
}
