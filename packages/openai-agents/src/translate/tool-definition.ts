import { omitUndefined, saidBeside } from '@interpose/adapter-kit';
import { only, UNREAD } from '@interpose/adapter-kit/hosted';
import type { Dict, ToolSpec } from '@interpose/core';
import { hostedName } from './hosted-name.ts';
import type { OfferedTool } from './native.ts';

/** Fields of a tool that hooks see in a place of their own, or that no model reads. */
const SPELLED: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'parameters',
  'strict',
]);

/** Returns what else the model is told of a tool, besides name, description and parameters; undefined if nothing. */
export function definitionOf(tool: OfferedTool): Dict | undefined {
  if (tool.type !== 'hosted_tool') return saidBeside(tool, SPELLED);
  const providerData = saidBeside(tool.providerData ?? {}, UNREAD);
  return providerData && { providerData };
}

/** Returns the native tool that hooks described anew; with two of the same name, the one in the same namespace. */
export function likeOf(
  { name, definition = {} }: ToolSpec,
  tools: readonly OfferedTool[],
): OfferedTool | undefined {
  const named = tools.filter((tool) => hostedName(tool) === name);
  return named.find((tool) => spaceOf(tool).namespace === definition['namespace']) ?? named[0];
}

/** Returns the tool with the definition that hooks left. It stays in its namespace, which needs a description. */
export function redefined<T extends OfferedTool>(tool: T, definition: Dict = {}): T {
  const { namespace, deferLoading } = spaceOf(tool);
  const { providerData } = definition;
  const left = {
    ...only({ ...tool }, SPELLED),
    ...{ namespace, namespaceDescription: namespace, deferLoading },
    ...definition,
    ...(tool.type === 'hosted_tool' && {
      providerData: omitUndefined({
        ...only(tool.providerData ?? {}, UNREAD),
        ...(providerData as Dict),
      }),
    }),
  };
  return omitUndefined(left) as T;
}

interface Space {
  readonly namespace?: string;
  readonly namespaceDescription?: string;
  readonly deferLoading?: boolean;
}

function spaceOf(tool: OfferedTool): Space {
  return tool as Space;
}

/** Returns the tools with one description for each namespace: the SDK requires all its tools to have the same one. */
export function inOneNamespace(
  tools: readonly OfferedTool[],
  before: readonly OfferedTool[],
): OfferedTool[] {
  const words = new Map<string, string>();
  for (const { namespace, namespaceDescription: said } of tools.map(spaceOf)) {
    if (namespace === undefined || said === undefined) continue;
    const own = before.map(spaceOf).find((tool) => tool.namespace === namespace);
    if (own?.namespaceDescription !== said) words.set(namespace, said);
  }
  return tools.map((tool) => {
    const namespaceDescription = words.get(spaceOf(tool).namespace ?? '');
    return namespaceDescription === undefined ? tool : { ...tool, namespaceDescription };
  });
}
