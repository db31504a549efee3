import type { Chat } from '../contract/adapter/chat.ts';
import type { InventoryComponent } from '../contract/values/index.ts';
import { seeInventory } from './see-inventory.ts';
import { DeniedError } from '../errors/denied-error.ts';

/**
 * Shows policies a model that a hook named in place of the app's, the first time. Such models are kept apart from the
 * app's own models, because they change with each request.
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

/**
 * Returns the error for a call of a model that a policy wants absent.
 *
 * @example
 * absentModel('small').denial.code; // => 'model_absent'
 */
export function absentModel(name: string): DeniedError {
  return new DeniedError({
    decision: 'deny',
    code: 'model_absent',
    reason: `The model ${name} is not part of this agent.`,
    by: 'onInventoryChange',
    policy: 'onInventoryChange',
    event: 'onInventoryChange',
  });
}
