import { withMembers } from '@interpose/adapter-kit';
import type { MemoryItem } from '@interpose/core';
import type { Session } from '@openai/agents-core';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { isMessage, partsOf } from '../translate/content-to-contract.ts';
import type { NativeItem } from '../translate/native.ts';
import { asAdmitted } from './admitted-input.ts';

const hooked = new WeakMap<Session, WeakMap<AgentRun, Session>>();

/**
 * The same session, with what this run reads and writes passing its hooks. The SDK finds the state of a session by its
 * identity, so that a run gets the same one each time.
 */
export function hookSession(run: AgentRun, session: Session): Session {
  let known = hooked.get(session);
  if (known === undefined) hooked.set(session, (known = new WeakMap()));
  const made = known.get(run) ?? makeSession(run, session);
  known.set(run, made);
  return made;
}

function makeSession(run: AgentRun, session: Session): Session {
  // What the user said is written before a model is asked, and with that before the hooks have seen it.
  const waiting: NativeItem[] = [];
  const isHeld = (): boolean =>
    !run.asked &&
    !run.answered &&
    run.layers.some(({ chat }) => chat.listens('onUserMessage', 'preMemoryStore'));
  const flush = async (...rest: readonly unknown[]): Promise<void> => {
    const items = waiting.splice(0).flatMap((item) => asHeard(run, item));
    const kept = await passed('preMemoryStore', run.layers, items);
    if (kept.length > 0) await (session as Writable).addItems(kept, ...rest);
  };
  run.flush = () => flush();
  const members = {
    getItems: async (...given: Parameters<Session['getItems']>) =>
      passed('onMemoryRetrieved', run.layers.toReversed(), await session.getItems(...given)),
    addItems: async (...[items, ...rest]: Parameters<Session['addItems']>) => {
      waiting.push(...items);
      if (!isHeld()) await flush(...rest);
    },
  };
  return withMembers(session, members, { methodsRunOn: 'target' });
}

interface Writable {
  addItems(items: NativeItem[], ...rest: readonly unknown[]): Promise<void>;
}

/** What the hooks of these layers left of the items that are read, or about to be written. */
async function passed(
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  layers: readonly RunLayer[],
  items: readonly NativeItem[],
): Promise<NativeItem[]> {
  let current = [...items];
  for (const layer of layers) {
    if (!layer.chat.listens(event) || current.length === 0) continue;
    const memory = current.map((item) => toMemory(item, layer));
    const verdict = await layer.chat.dispatch(event, { memory, source: 'session' });
    if (verdict.decision === 'deny') return [];
    if (verdict.decision === 'modify')
      current = fromMemory(verdict.value as readonly MemoryItem[], memory, current);
  }
  return current;
}

/** A user message as the hooks admitted it; none where they never heard it. */
function asHeard(run: AgentRun, item: NativeItem): NativeItem[] {
  const isUnheard = ({ chat, heard, refusal }: RunLayer): boolean =>
    !run.asked && !heard && refusal === undefined && chat.listens('onUserMessage');
  const isSaid = isMessage(item) && item.role === 'user';
  return isSaid && run.layers.some(isUnheard) ? [] : asAdmitted(run, item);
}

function toMemory(item: NativeItem, { copy }: RunLayer): MemoryItem {
  const content = partsOf(item, copy)
    .map((part) => ('text' in part ? part.text : JSON.stringify(part)))
    .join('\n\n');
  return 'id' in item && typeof item.id === 'string' ? { key: item.id, content } : { content };
}

/** The native items for what hooks left: their own, the same with another text, or a note to the model. */
function fromMemory(
  left: readonly MemoryItem[],
  memory: readonly MemoryItem[],
  items: readonly NativeItem[],
): NativeItem[] {
  return left.map((entry, index) => {
    const place = memory.indexOf(entry);
    if (place !== -1) return items[place]!;
    const like = left.length === items.length ? items[index] : undefined;
    return withContent(like, entry.content);
  });
}

function withContent(like: NativeItem | undefined, content: string): NativeItem {
  if (like?.type === 'function_call_result') return { ...like, output: content };
  if (like === undefined || !isMessage(like) || like.role === 'system')
    return { role: 'system', content };
  if (like.role === 'user') return { ...like, content };
  return {
    ...like,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: content }],
  };
}
