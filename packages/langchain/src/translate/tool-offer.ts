import { isDict } from '@interpose/adapter-kit';

/** A tool on offer, whichever way its provider writes it. */
export interface ToolOffer {
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
  /** False for a tool that the provider runs itself. */
  readonly isFunction: boolean;
}

/** Reads a tool that is about to be offered: OpenAI, Anthropic, Bedrock, a tool of LangChain itself, or one of a provider. */
export function readOffer(tool: unknown): ToolOffer {
  if (!isDict(tool)) return { name: String(tool), isFunction: false };
  const body = [tool['function'], tool['toolSpec'], tool['custom']].find(isDict) ?? tool;
  const { name, description } = body;
  const schema = [
    body['parameters'],
    body['input_schema'],
    body['inputSchema'],
    body['schema'],
  ].find(isDict);
  const type = tool['type'];
  const isFunction =
    body !== tool ||
    type === 'function' ||
    type === 'custom' ||
    schema !== undefined ||
    // Cohere has a schema of its own, and Google one list of all functions.
    'parameterDefinitions' in tool ||
    Object.keys(tool).join() === 'functionDeclarations';
  return {
    name: typeof name === 'string' ? name : nameOfKind(tool, type),
    ...(typeof description === 'string' ? { description } : undefined),
    ...(schema === undefined ? undefined : { schema }),
    isFunction,
  };
}

/** A tool without a name of its own is called by its kind, and an MCP server by its label too: there may be several. */
function nameOfKind(tool: Readonly<Record<string, unknown>>, type: unknown): string {
  if (typeof type !== 'string') return Object.keys(tool)[0] ?? 'tool';
  const label = tool['server_label'];
  return typeof label === 'string' ? `${type}:${label}` : type;
}

/** A tool that a hook put on offer, in the shape of those beside it. */
export function writeOffer(
  offer: Omit<ToolOffer, 'isFunction'>,
  like: unknown,
): Readonly<Record<string, unknown>> {
  const { name, description, schema = { type: 'object' } } = offer;
  const described = description === undefined ? { name } : { name, description };
  if (isDict(like) && 'input_schema' in like) return { ...described, input_schema: schema };
  return { type: 'function', function: { ...described, parameters: schema } };
}
