import type { MemoryItem } from '@interpose/core';
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
  const step = async ({ chat }: ChatRun): Promise<readonly Native[]> => {
    if (!chat.listens(event)) return natives;
    const shown = [...natives];
    const memory = shown.map((native) => read(native));
    const outcome = await around(chat, event, { memory, source }, (left) => left);
    const kept = outputOf<readonly MemoryItem[]>(outcome) ?? [];
    const left = kept.map((item, index) => {
      // Mostly nothing moved, so that no list has to be searched for each of its items.
      const place = memory[index] === item ? index : memory.indexOf(item);
      // The app may have changed its object while hooks decided.
      if (place >= 0 && isSame(read(shown[place]!), item)) return shown[place]!;
      const same = memory.findIndex(({ key }) => key !== undefined && key === item.key);
      return write(item, shown[place] ?? shown[same] ?? shown[index]);
    });
    const isUntouched =
      left.length === natives.length && left.every((native, index) => native === natives[index]);
    return isUntouched ? natives : left;
  };
  return inStep(seam, step, () => natives);
}

function isSame(now: MemoryItem, shown: MemoryItem): boolean {
  return now.key === shown.key && now.content === shown.content;
}
