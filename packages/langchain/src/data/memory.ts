import type { MemoryItem } from '@interpose/core';
import { thrownFor } from '@interpose/adapter-kit';
import { around } from '@interpose/core/adapter';
import { inStep, stillAsked, type ComponentSeam } from './component-step.ts';
import type { ChatRun } from '../run/host-run.ts';

type Items = readonly MemoryItem[];

/** What the hooks leave of memory that was read; undefined where none may be attached. */
export function read(seam: ComponentSeam, items: Items): Promise<Items | undefined> {
  return gate(seam, 'onMemoryRetrieved', items);
}

/** What the hooks let into the memory; undefined where nothing may be written. */
export function store(seam: ComponentSeam, items: Items): Promise<Items | undefined> {
  return gate(seam, 'preMemoryStore', items);
}

async function gate(
  seam: ComponentSeam,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  items: Items,
): Promise<Items | undefined> {
  if (items.length === 0) return items;
  const step = await inStep(seam, (run) => gateIn(run, seam.source, event, items));
  return step === undefined ? items : step.value;
}

async function gateIn(
  { chat }: ChatRun,
  source: string,
  event: 'onMemoryRetrieved' | 'preMemoryStore',
  memory: Items,
): Promise<Items | undefined> {
  if (!chat.listens(event)) return memory;
  const outcome = await around(chat, event, { memory, source }, (left) => left);
  switch (outcome.kind) {
    case 'output':
      return outcome.output;
    case 'denied':
      return undefined;
    case 'error':
      throw thrownFor(outcome);
    case 'suspended':
      throw stillAsked(outcome.reason);
  }
}
