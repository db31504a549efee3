import { DeniedError, type InventoryComponent, type ModelRequest } from '@interpose/core';
import { seeTools } from '@interpose/core/adapter';

import type { FakeRun } from '../run/fake-run.ts';
import type { FakeRequest } from '../translate/fake-values.ts';
import { nameOf } from '../tools/offers.ts';

/** Reports every component of the current agent, and removes those that a policy denies. */
export async function seeAgent(run: FakeRun): Promise<void> {
  const components = [...componentsOf(run)];
  const tools = components.filter(({ kind }) => kind === 'tool');
  seeTools(run.chat, { tools, nameOf: ({ name }) => name });
  run.absent = await run.cycles.seeInventory(run.chat, components);
}

/**
 * Reports the model that a hook chose instead of the framework's model.
 *
 * @throws DeniedError when a policy denies it.
 */
export async function seeNamedModel(
  { cycles, chat }: FakeRun,
  native: FakeRequest,
  changed: ModelRequest | undefined,
): Promise<void> {
  const name = changed?.model;
  if (name === undefined || name === native.model) return;
  const part = { source: 'preRequest', partial: true };
  const denied = await cycles.seeInventory(chat, [{ kind: 'model', name }], part);
  if (denied.size === 0) return;
  throw new DeniedError({
    decision: 'deny',
    code: 'model_absent',
    reason: `The model ${name} is not part of this agent.`,
    by: 'onInventoryChange',
    policy: 'onInventoryChange',
    event: 'onInventoryChange',
  });
}

function* componentsOf({ agent, mcp, options }: FakeRun): Generator<InventoryComponent> {
  const { knowledge, memory } = options.seams ?? {};
  for (const { name, description = '', annotations } of agent.tools) {
    const told = annotations === undefined ? {} : { annotations };
    yield { kind: 'tool', name, metadata: { description, ...told } };
  }
  for (const colleague of agent.colleagues) yield { kind: 'agent', name: nameOf(colleague) };
  if (mcp !== undefined) yield { kind: 'mcp', name: mcp.server };
  for (const name of mcp?.tools ?? []) yield { kind: 'tool', name };
  if (knowledge !== undefined) yield { kind: 'knowledge', name: knowledge.source };
  if (memory !== undefined) yield { kind: 'memory', name: memory.source };
}
