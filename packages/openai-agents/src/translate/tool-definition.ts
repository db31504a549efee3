import { omitUndefined, saidBeside } from '@interpose/adapter-kit';
import { only, UNREAD } from '@interpose/adapter-kit/hosted';
import type { Dict, ToolSpec } from '@interpose/core';
import { hostedName } from './hosted-name.ts';
import type { OfferedTool } from './native.ts';

/** What of a tool has a place of its own, or is read by no model. */
const SPELLED: readonly string[] = ['type', 'name', 'description', 'parameters', 'strict'];
const OF_FUNCTION: ReadonlySet<string> = new Set(SPELLED);

/** The same of what is set for a tool of the provider. */
const OF_HOSTED: ReadonlySet<string> = new Set(UNREAD);

/** What the model is told of a tool beside its name, what it is for and what it takes. */
export function definitionOf(tool: OfferedTool): Dict | undefined {
  if (tool.type !== 'hosted_tool') return saidBeside(tool, OF_FUNCTION);
  const providerData = saidBeside(tool.providerData ?? {}, OF_HOSTED);
  return providerData && { providerData };
}

/** The tool of a request that hooks described anew: of two of one name, the one in the same namespace. */
export function likeOf(
  { name, definition = {} }: ToolSpec,
  tools: readonly OfferedTool[],
): OfferedTool | undefined {
  const named = tools.filter((tool) => hostedName(tool) === name);
  return named.find((tool) => spaceOf(tool).namespace === definition['namespace']) ?? named[0];
}

/** The tool with what hooks left of its definition. It stays in its namespace, which has to be described. */
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

/** The same tools, where hooks described a namespace anew at one of them: the SDK wants one description from all. */
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
