import type { Chat } from '../contract/adapter/chat.ts';
import type { InventoryComponent } from '../contract/values/index.ts';
import { absentModel } from './absent-model.ts';
import { seeInventory } from './see-inventory.ts';

/**
 * Shows a model that a hook named in place of the app's, at first sight. Such models are seen apart from those the app
 * has: they come and go with each request.
 *
 * @example
 * hooks.addHook('onInventoryChange', ({ component }) => (component.name === 'large' ? deny('too dear') : undefined));
 * await seeNamedModel(chat, { kind: 'model', name: 'small' });
 * @throws DeniedError `model_absent` when a policy denies it.
 */
export async function seeNamedModel(chat: Chat, model: InventoryComponent): Promise<void> {
  const denied = await seeInventory(chat, [model], { source: 'preRequest', partial: true });
  if (denied.size > 0) throw absentModel(model.name);
}
