import type { InventoryComponent } from '@interpose/core';

import type { FakeRun } from './fake-run.ts';
import { nameOf } from './offers.ts';

/** Tells of everything the current agent has, and keeps out what a policy denies. */
export async function seeAgent(run: FakeRun): Promise<void> {
  run.absent = await run.cycles.seeInventory(run.chat, [...componentsOf(run)]);
}

function* componentsOf({ agent, mcp, options }: FakeRun): Generator<InventoryComponent> {
  const { knowledge, memory } = options.seams ?? {};
  for (const { name, description = '' } of agent.tools)
    yield { kind: 'tool', name, metadata: { description } };
  for (const colleague of agent.colleagues) yield { kind: 'agent', name: nameOf(colleague) };
  if (mcp !== undefined) yield { kind: 'mcp', name: mcp.server };
  for (const name of mcp?.tools ?? []) yield { kind: 'tool', name };
  if (knowledge !== undefined) yield { kind: 'knowledge', name: knowledge.source };
  if (memory !== undefined) yield { kind: 'memory', name: memory.source };
}
