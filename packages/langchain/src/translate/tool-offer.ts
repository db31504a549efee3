import { isDict, omitUndefined, saidBeside } from '@interpose/adapter-kit';
import type { Dict, ToolSpec } from '@interpose/core';

/** A tool on offer, whichever way its provider writes it. */
export interface ToolOffer {
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
  /** Who runs it, as far as the offer tells. */
  readonly origin: 'local' | 'provider';
}

/** Where some providers want the description of a function. */
const WRAPPERS = ['function', 'toolSpec', 'custom'];

/** Where a tool says what it takes. */
const SCHEMAS = ['parameters', 'input_schema', 'inputSchema', 'schema'];

/** Reads a tool that is about to be offered: OpenAI, Anthropic, Bedrock, a tool of LangChain itself, or one of a provider. */
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
    // Cohere has a schema of its own, and Google one list of all functions.
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

/** What no model reads of a tool, beside its kind and its name: those are known from elsewhere. */
const UNREAD = [
  ...['type', 'name', 'strict', 'server_label'],
  ...['authorization', 'authorization_token', 'headers'],
];
const SPELLED: ReadonlySet<string> = new Set([...UNREAD, ...WRAPPERS, ...SCHEMAS, 'description']);

/** True for a tool as its provider is sent it, and not one of LangChain. */
export function isData(tool: unknown): tool is Dict {
  return isDict(tool) && Object.getPrototypeOf(tool) === Object.prototype && !('schema' in tool);
}

/** What such a tool says beside its name, what it is for and what it takes. */
export function definitionIn(tool: unknown): Dict | undefined {
  if (!isData(tool)) return undefined;
  const { wrapper, body } = bodyOf(tool);
  const said = saidBeside(body, SPELLED);
  return wrapper === undefined ? said : omitEmpty({ ...saidBeside(tool, SPELLED), ...said });
}

function omitEmpty(said: Dict): Dict | undefined {
  return Object.keys(said).length === 0 ? undefined : said;
}

/** The tool as hooks left what it says. */
export function redeclared(
  { description, inputSchema, definition = {} }: ToolSpec,
  tool: Dict,
): Dict {
  const { wrapper, body } = bodyOf(tool);
  const schema = SCHEMAS.find((key) => isDict(body[key])) ?? 'parameters';
  const said = { description, [schema]: inputSchema ?? body[schema] };
  const names = Object.keys(definition);
  // What stood beside the description of a function stands there again.
  const beside = names.filter((key) => wrapper !== undefined && key in tool && !(key in body));
  const inside = names.filter((key) => !beside.includes(key));
  const made = omitUndefined({ ...only(body, UNREAD), ...only(definition, inside), ...said });
  if (wrapper === undefined) return made;
  return omitUndefined({ ...only(tool, UNREAD), ...only(definition, beside), [wrapper]: made });
}

function only(value: Dict, names: readonly string[]): Dict {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

/** A tool without a name of its own is called by its kind, and an MCP server by its label too: there may be several. */
function nameOfKind(tool: Readonly<Record<string, unknown>>, type: unknown): string {
  if (typeof type !== 'string') return Object.keys(tool)[0] ?? 'tool';
  const label = tool['server_label'];
  return typeof label === 'string' ? `${type}:${label}` : type;
}

/** A tool that a hook put on offer, in the shape of those beside it. */
export function writeOffer(
  offer: Omit<ToolOffer, 'origin'>,
  like: unknown,
): Readonly<Record<string, unknown>> {
  const { name, description, schema = { type: 'object' } } = offer;
  const described = description === undefined ? { name } : { name, description };
  if (isDict(like) && 'input_schema' in like) return { ...described, input_schema: schema };
  return { type: 'function', function: { ...described, parameters: schema } };
}
