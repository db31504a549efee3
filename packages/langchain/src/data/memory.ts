import type { MemoryItem } from '@interpose/core';
import { around } from '@interpose/core/adapter';
import { inStep, outputOf, type ComponentSeam } from './component-step.ts';

type Items = readonly MemoryItem[];

/**
 * What the hooks leave of memory that was read, or let into the memory; the very same list where they changed nothing,
 * and nothing where they deny it.
 */
export async function gateMemory(
  seam: ComponentSeam,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  memory: Items,
): Promise<Items> {
  if (memory.length === 0) return memory;
  const { source } = seam;
  const step = await inStep(seam, async ({ chat }): Promise<Items> => {
    if (!chat.listens(event)) return memory;
    const outcome = await around(chat, event, { memory, source }, (left) => left);
    return outputOf(outcome) ?? [];
  });
  return step === undefined ? memory : step.value;
}

/** How what a memory holds is read, and written anew where hooks changed or supplied it. */
interface Holding<Native> {
  readonly read: (native: Native) => MemoryItem;
  /** `like` is what the item stands for, as far as that can be told. */
  readonly write: (item: MemoryItem, like: Native | undefined) => Native;
}

/** The same of what the host itself holds: what hooks left alone is the very same. */
export async function gateEach<Native>(
  seam: ComponentSeam,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  natives: readonly Native[],
  { read, write }: Holding<Native>,
): Promise<readonly Native[]> {
  const items = natives.map((native) => read(native));
  const kept = await gateMemory(seam, event, items);
  if (kept === items) return natives;
  return kept.map((item, index) => {
    const place = items.indexOf(item);
    if (place >= 0) return natives[place]!;
    const same = items.findIndex(({ key }) => key !== undefined && key === item.key);
    return write(item, natives[same] ?? natives[index]);
  });
}
