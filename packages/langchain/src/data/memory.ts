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
