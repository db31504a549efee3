import type { ModelRequest } from '@interpose/core';
import { seeNamedModel, type Chat } from '@interpose/core/adapter';

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
