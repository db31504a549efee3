import type { InventoryComponent, ModelRequest } from '@interpose/core';
import { absentModel, seeInventory, seeNamedModel, type Chat } from '@interpose/core/adapter';
import type { RunMemory } from '../run/run-memory.ts';

/**
 * Returns the names of the tools that a policy denied. Hooks see the model and each tool when it first appears. Call it
 * only if a hook listens to `onInventoryChange`. `memory` keeps the names for the run.
 *
 * @throws DeniedError `model_absent` when the model itself is denied.
 *
 * @example
 * hooks.addHook('onInventoryChange', ({ component }) => (component.name === 'exec' ? deny('never') : undefined));
 * await absentTools(chat, { kind: 'model', name: 'small' }, [{ kind: 'tool', name: 'exec' }]); // => ['exec']
 */
export async function absentTools(
  chat: Chat,
  model: InventoryComponent,
  tools: readonly InventoryComponent[],
  memory?: Pick<RunMemory<unknown>, 'absent'>,
): Promise<readonly string[]> {
  const denied = await seeInventory(chat, [model, ...tools]);
  if (denied.has(`model:${model.name}`)) throw absentModel(model.name);
  const names = tools.flatMap(({ name }) => (denied.has(`tool:${name}`) ? [name] : []));
  for (const name of names) memory?.absent.add(name);
  return names;
}

/**
 * Shows the hooks a model that a hook named in place of the app's, when it first appears.
 *
 * @throws DeniedError `model_absent` when it is denied.
 *
 * @example
 * await showNamedModel(chat, { model: 'small', messages: [] }, { model: 'large', messages: [] });
 */
export async function showNamedModel(
  chat: Chat,
  { model: name = '' }: ModelRequest,
  { model: before }: ModelRequest,
): Promise<void> {
  if (name === before || !chat.listens('onInventoryChange')) return;
  await seeNamedModel(chat, { kind: 'model', name });
}
