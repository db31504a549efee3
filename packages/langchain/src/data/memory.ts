import type { MemoryItem } from '@interpose/core';
import { isCopy, sameItems } from '@interpose/adapter-kit';
import { around } from '@interpose/core/adapter';
import { inStep, outputOf, type ComponentSeam } from './component-step.ts';
import type { ChatRun } from '../run/host-run.ts';

/** The functions that read the items of a memory for hooks, and write items that hooks changed or supplied. */
interface Holding<Native> {
  readonly read: (native: Native) => MemoryItem;
  /** `like` is the native item that this one replaces, if it can be found. */
  readonly write: (item: MemoryItem, like: Native | undefined) => Native;
}

/**
 * Returns what the hooks leave of items that are read from a memory or written to it: the same list if they changed
 * nothing, an empty list if they denied.
 */
export async function gateMemory<Native>(
  seam: ComponentSeam,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  natives: readonly Native[],
  { read, write }: Holding<Native>,
): Promise<readonly Native[]> {
  if (natives.length === 0) return natives;
  const { source } = seam;
  const step = async ({ chat, copy }: ChatRun): Promise<readonly Native[]> => {
    if (!chat.listens(event)) return natives;
    const shown = [...natives];
    // An item without a key gets its place as one, so that it is known again where a hook changes and removes items.
    const readAt = (native: Native, place: number): MemoryItem => ({
      key: `#${place}`,
      ...read(native),
    });
    const memory = shown.map((native, place) => {
      const { metadata, ...item } = readAt(native, place);
      return metadata === undefined ? item : { ...item, metadata: copy(metadata) };
    });
    const outcome = await around(chat, event, { memory, source }, (left) => left);
    const kept = outputOf<readonly MemoryItem[]>(outcome) ?? [];
    const left = kept.map((item, index) => {
      // Mostly nothing moved, so that no list has to be searched for each of its items.
      const place = memory[index] === item ? index : memory.indexOf(item);
      // The app may have changed its object while hooks decided.
      if (place >= 0 && isSame(readAt(shown[place]!, place), item)) return shown[place]!;
      const same = place >= 0 ? place : memory.findIndex(({ key }) => key === item.key);
      // An item without a key replaces the one at its place, unless hooks also added or removed some.
      const at = same >= 0 || kept.length !== shown.length ? same : index;
      return write(item, shown[at]);
    });
    return sameItems(left, natives) ? natives : left;
  };
  return inStep(seam, step, () => natives);
}

function isSame(now: MemoryItem, shown: MemoryItem): boolean {
  const { metadata } = now;
  const isKept = metadata === shown.metadata || isCopy(metadata, shown.metadata);
  return isKept && now.key === shown.key && now.content === shown.content;
}
