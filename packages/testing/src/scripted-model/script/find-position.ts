import type { Conversation, ConversationItem } from './conversation.ts';

/** The score of a certain match, far above any sum of the small costs below. */
const certain = 1e6;

interface Row {
  /** The best score of the items so far against the first n entries. */
  readonly best: readonly number[];
  /** The same, where the last item was matched with the nth entry. */
  readonly matched: readonly number[];
}

/**
 * Returns how many answers of a script a conversation has passed.
 *
 * The conversation is aligned with the script like two versions of a text. An assistant turn that has a scripted call
 * id, call or text, and a user turn with a cue's text, match for certain; the alignment with the most certain matches
 * wins. Between them, turns are paired in order, so a refusal in place of an answer counts as that answer, while an
 * extra user message, a message that a host dropped or an unknown beginning cost a little and shift nothing.
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

/** Scores a pair: certain if they share something, more for more; slightly unlikely if only the roles agree. */
function similarity(item: ConversationItem, entry: ConversationItem): number {
  if (item.role === 'user') {
    if (entry.role !== 'user') return -Infinity;
    if (item.text !== entry.text) return -1;
    return item.text === '' ? 0 : certain;
  }
  if (entry.role !== 'assistant') return -Infinity;
  const hasCall = overlap(item.calls, entry.calls);
  const hasText = overlap(item.texts, entry.texts);
  // Ids repeat in real runs, and hosts replace arguments that are no JSON, so neither alone decides.
  if (overlap(item.callIds, entry.callIds)) return 2 * certain + (hasCall ? 5 : 0);
  if (hasCall || hasText) return certain;
  return isEmpty(item) && isEmpty(entry) ? 0 : -1;
}

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one));
}

/** Returns the cost of a turn that the script does not have: a steering message, an unknown answer. */
function costOfExtra({ role }: ConversationItem): number {
  return role === 'user' ? 2 : 4;
}

/** Returns the cost of a script turn that the conversation lacks; hosts drop empty answers. */
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
