import type { MemoryItem } from '@interpose/core';
import { around } from '@interpose/core/adapter';
import { inStep, outputOf, type ComponentSeam } from './component-step.ts';
import type { ChatRun } from '../run/host-run.ts';

/** How what a memory holds is read, and written anew where hooks changed or supplied it. */
interface Holding<Native> {
  readonly read: (native: Native) => MemoryItem;
  /** `like` is what the item stands for, as far as that can be told. */
  readonly write: (item: MemoryItem, like: Native | undefined) => Native;
}

/**
 * What the hooks leave of what was read from a memory, or let into it; the very same list where they changed nothing, and
 * nothing where they deny it.
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
    const memory = natives.map((native) => read(native));
    const outcome = await around(chat, event, { memory, source }, (left) => left);
    const kept = outputOf<readonly MemoryItem[]>(outcome) ?? [];
    if (kept === memory) return natives;
    return kept.map((item, index) => {
      const place = memory.indexOf(item);
      if (place >= 0) return natives[place]!;
      const same = memory.findIndex(({ key }) => key !== undefined && key === item.key);
      return write(item, natives[same] ?? natives[index]);
    });
  };
  return inStep(seam, step, () => natives);
}
