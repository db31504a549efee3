import { omitUndefined } from '@interpose/adapter-kit';
import type { InventoryComponent } from '@interpose/core';
import type { CallRun } from '../run/host-run.ts';
import type { OfferedTool } from '../translate/offered-tools.ts';
import { textOf, type Body } from '../translate/native.ts';

/** Returns the model and the tools of a request as policies see them. */
export function shownComponents(
  run: CallRun,
  body: Body,
  tools: readonly OfferedTool[],
): readonly [InventoryComponent, ...InventoryComponent[]] {
  const model = { kind: 'model', name: textOf(body['model']) ?? '' } as const;
  return [model, ...tools.map((tool) => toolComponent(tool, run))];
}

function toolComponent(tool: OfferedTool, { copy }: CallRun): InventoryComponent {
  const { name, origin, description, inputSchema, definition, native } = tool;
  const offered =
    origin === 'local'
      ? omitUndefined({ description, inputSchema: copy(inputSchema), definition: copy(definition) })
      : { definition: copy({ ...native, ...definition }) };
  return { kind: 'tool', name, metadata: { origin, ...offered } };
}
