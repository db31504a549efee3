import {
  type DeclaredInventory,
  type Hooks,
  type InventoryComponent,
  type ModelRequest,
} from '@interpose/core';
import { seeInventory, type Chat, absentModel, seeNamedModel } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import { textOf, type Body } from '../translate/native.ts';

/**
 * The names of the tools a policy wants absent; the model and the tools are shown at first sight.
 *
 * @throws DeniedError when the model itself is denied.
 */
export async function absentTools(
  chat: Chat,
  run: CallRun,
  body: Body,
  tools: readonly OfferedTool[],
): Promise<readonly string[]> {
  if (!chat.listens('onInventoryChange')) return [];
  const model = textOf(body['model']) ?? '';
  const denied = await seeInventory(chat, [
    { kind: 'model', name: model },
    ...tools.map((tool) => toolComponent(tool, run)),
  ]);
  if (denied.has(`model:${model}`)) throw absentModel(model);
  return tools.flatMap(({ name }) => (denied.has(`tool:${name}`) ? [name] : []));
}

/**
 * Shows the model that a hook named in place of the app's, at first sight.
 *
 * @throws DeniedError when it is denied.
 */
export async function showNamedModel(
  chat: Chat,
  { model: name = '' }: ModelRequest,
  { model: before }: ModelRequest,
): Promise<void> {
  if (name === before || !chat.listens('onInventoryChange')) return;
  await seeNamedModel(chat, { kind: 'model', name });
}

function toolComponent(tool: OfferedTool, { copy }: CallRun): InventoryComponent {
  const { name, origin, description, inputSchema, native } = tool;
  const offered =
    origin === 'local'
      ? { description, inputSchema: copy(inputSchema) }
      : { definition: copy(native) };
  return { kind: 'tool', name, metadata: { origin, ...offered } };
}

/** A client says nothing of itself before anything runs: model and tools come with each request. */
export function declaredBy(hooks: Hooks): DeclaredInventory {
  return { hooks, components: () => [] };
}
