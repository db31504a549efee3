import { absentTools, omitUndefined } from '@interpose/adapter-kit';
import type { InventoryComponent, MaybePromise } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import { textOf, type Body } from '../translate/native.ts';

/**
 * Returns the names of the tools that policies removed in this run. Hooks see the model and each tool when it first
 * appears. Returns no promise where no hook listens.
 *
 * @throws DeniedError when the model itself is denied.
 */
export function absentComponents(
  chat: Chat,
  run: CallRun,
  body: Body,
  tools: readonly OfferedTool[],
): MaybePromise<readonly string[]> {
  if (!chat.listens('onInventoryChange')) return [...(run.remembered?.absent ?? [])];
  const { memory } = run;
  const model = { kind: 'model', name: textOf(body['model']) ?? '' } as const;
  const components = tools.map((tool) => toolComponent(tool, run));
  return absentTools(chat, model, components, memory).then(() => [...memory.absent]);
}

function toolComponent(tool: OfferedTool, { copy }: CallRun): InventoryComponent {
  const { name, origin, description, inputSchema, definition, native } = tool;
  const offered =
    origin === 'local'
      ? omitUndefined({ description, inputSchema: copy(inputSchema), definition: copy(definition) })
      : { definition: copy({ ...native, ...definition }) };
  return { kind: 'tool', name, metadata: { origin, ...offered } };
}
