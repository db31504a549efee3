import { isDict, omitUndefined, saidBeside } from '@interpose/adapter-kit';
import { only, UNREAD } from '@interpose/adapter-kit/hosted';
import type { Dict, ToolSpec } from '@interpose/core';

/** A tool on offer, read from the form of any provider. */
export interface ToolOffer {
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
  /** `provider` if the provider runs the tool, as far as the offer shows. */
  readonly origin: 'local' | 'provider';
}

/** The fields in which some providers want the description of a function. */
const WRAPPERS = ['function', 'toolSpec', 'custom'];

/** The fields in which a tool has its schema. */
const SCHEMAS = ['parameters', 'input_schema', 'inputSchema', 'schema'];

/** Reads a tool on offer: in the form of OpenAI, Anthropic, Bedrock or LangChain, or a tool of the provider's own. */
export function readOffer(tool: unknown): ToolOffer {
  if (!isDict(tool)) return { name: String(tool), origin: 'provider' };
  const { body } = bodyOf(tool);
  const { name, description } = body;
  const schema = SCHEMAS.map((key) => body[key]).find(isDict);
  const type = tool['type'];
  const isFunction =
    body !== tool ||
    type === 'function' ||
    type === 'custom' ||
    schema !== undefined ||
    // Cohere has another kind of schema, and Google has one list of all functions.
    'parameterDefinitions' in tool ||
    Object.keys(tool).join() === 'functionDeclarations';
  return {
    name: typeof name === 'string' ? name : nameOfKind(tool, type),
    ...(typeof description === 'string' ? { description } : undefined),
    ...(schema === undefined ? undefined : { schema }),
    origin: isFunction ? 'local' : 'provider',
  };
}

function bodyOf(tool: Dict): { readonly wrapper: string | undefined; readonly body: Dict } {
  const wrapper = WRAPPERS.find((key) => isDict(tool[key]));
  return { wrapper, body: wrapper === undefined ? tool : (tool[wrapper] as Dict) };
}

const UNTOLD = [...UNREAD, 'authorization_token'];
/** The fields of a tool that no model reads, and those that hooks get in other fields. */
const SPELLED: ReadonlySet<string> = new Set([...UNTOLD, ...WRAPPERS, ...SCHEMAS, 'description']);

/** Whether this is a tool in the form that the provider gets, and not a tool object of LangChain. */
export function isData(tool: unknown): tool is Dict {
  return isDict(tool) && Object.getPrototypeOf(tool) === Object.prototype && !('schema' in tool);
}

/** Returns all other fields of such a tool: not its name, its description or its schema. */
export function definitionIn(tool: unknown): Dict | undefined {
  if (!isData(tool)) return undefined;
  const { wrapper, body } = bodyOf(tool);
  const said = saidBeside(body, SPELLED);
  const all = wrapper === undefined ? said : { ...saidBeside(tool, SPELLED), ...said };
  return Object.keys(all ?? {}).length === 0 ? undefined : all;
}

/** Returns the tool with the texts that hooks left. */
export function redeclared(
  { description, inputSchema, definition = {} }: ToolSpec,
  tool: Dict,
): Dict {
  const { wrapper, body } = bodyOf(tool);
  const schema = SCHEMAS.find((key) => isDict(body[key])) ?? 'parameters';
  const said = { description, [schema]: inputSchema ?? body[schema] };
  const names = Object.keys(definition);
  // Fields that stood beside the description of a function go back to that place.
  const beside = names.filter((key) => wrapper !== undefined && key in tool && !(key in body));
  const inside = names.filter((key) => !beside.includes(key));
  const made = omitUndefined({ ...only(body, UNTOLD), ...only(definition, inside), ...said });
  if (wrapper === undefined) return made;
  return omitUndefined({ ...only(tool, UNTOLD), ...only(definition, beside), [wrapper]: made });
}

/** Returns a name for a tool without one: its type, and for MCP servers also the label, since there may be several. */
function nameOfKind(tool: Readonly<Record<string, unknown>>, type: unknown): string {
  if (typeof type !== 'string') return Object.keys(tool)[0] ?? 'tool';
  const label = tool['server_label'];
  return typeof label === 'string' ? `${type}:${label}` : type;
}

/** Returns a tool that a hook added, in the form of the tools beside it. */
export function writeOffer(
  offer: Omit<ToolOffer, 'origin'>,
  like: unknown,
): Readonly<Record<string, unknown>> {
  const { name, description, schema = { type: 'object' } } = offer;
  const described = description === undefined ? { name } : { name, description };
  if (isDict(like) && 'input_schema' in like) return { ...described, input_schema: schema };
  return { type: 'function', function: { ...described, parameters: schema } };
}
