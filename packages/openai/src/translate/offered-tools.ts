import { type KnownMessages, omitUndefined, sameItems } from '@interpose/adapter-kit';
import { only, UNREAD } from '@interpose/adapter-kit/hosted';
import type { ModelRequest, ToolSpec } from '@interpose/core';
import { dictsOf, isDict, textOf, type Body, type Copy } from './native.ts';
import { toolOrigins } from './origins.ts';

/** A tool of a request, and who runs it. */
export interface OfferedTool extends DeclaredTool {
  readonly name: string;
  readonly origin: 'local' | 'provider' | 'mcp';
  readonly native: Body;
}

interface DeclaredTool {
  readonly description: string | undefined;
  readonly inputSchema: unknown;
  /** The other fields that hooks may see. */
  readonly definition: Body | undefined;
}

/** The fields that the definition of a tool leaves out. */
const UNTOLD: ReadonlySet<string> = new Set([...UNREAD, 'tools']);

/** Returns the names of a tool's description and schema fields; MCP servers and their tools use other names. */
function fieldsOf(tool: Body): readonly [description: string, inputSchema: string] {
  const description = tool['type'] === 'mcp' ? 'server_description' : 'description';
  return [description, 'input_schema' in tool ? 'input_schema' : 'parameters'];
}

/** Returns what a tool tells the model, including the `namespace` that contains the tool. */
export function declaredIn(tool: Body, namespace?: Body): DeclaredTool {
  const fields = fieldsOf(tool);
  let definition: Record<string, unknown> | undefined;
  // Without `Object.entries`, since this runs for every tool of every request.
  for (const name in tool)
    if (tool[name] !== undefined && !UNTOLD.has(name) && !fields.includes(name))
      (definition ??= {})[name] = tool[name];
  if (namespace !== undefined) {
    const { name, description } = namespace;
    definition = { ...definition, namespace: { name, description } };
  }
  return { description: textOf(tool[fields[0]]), inputSchema: tool[fields[1]], definition };
}

/** Returns the native declaration of a tool whose spec hooks changed. */
export function redeclared({ description, inputSchema, definition }: ToolSpec, like: Body): Body {
  const fields = fieldsOf(like);
  const said = { [fields[0]]: description, [fields[1]]: inputSchema };
  return omitUndefined({ ...only(like, UNTOLD), ...definition, namespace: undefined, ...said });
}

/** Returns the tools of a request as policies see them; undefined if the request has no field for tools. */
export function toolSpecs(
  body: Body,
  offered: readonly OfferedTool[],
  copy: Copy,
  known: KnownMessages,
): Pick<ModelRequest, 'tools'> | undefined {
  if (body['tools'] === undefined && offered.length === 0) return undefined;
  const read = ({ name, origin, native: _native, ...said }: OfferedTool): ToolSpec =>
    Object.freeze({ name, origin, ...copy(omitUndefined(said)) });
  // The native object does not always say the tool's origin, its name and its namespace.
  const seen = ({ name, origin, definition, native }: OfferedTool): unknown => [
    ...[name, origin, native],
    definition?.['namespace'],
  ];
  return { tools: known.readTools(offered, { read, seen }) };
}

/** Returns the native tools for specs as hooks left them; `before` are the specs of the tools on offer. */
export function writeTools(
  specs: readonly ToolSpec[],
  before: readonly ToolSpec[],
  offered: readonly OfferedTool[],
  write: (spec: ToolSpec, like: Body | undefined) => Body,
): readonly Body[] {
  return specs.map((spec) => {
    const known = offered[before.indexOf(spec)];
    if (known !== undefined) return known.native;
    const like = likeOf(spec, offered);
    const written = write(spec, like?.native);
    if (like === undefined || written === like.native) return written;
    const namespace = spaceOf(like) && (spaceOf(spec) ?? {});
    return toolOrigins.remember(written, { native: like.native, namespace });
  });
}

function likeOf(spec: ToolSpec, offered: readonly OfferedTool[]): OfferedTool | undefined {
  const named = offered.filter(({ name }) => name === spec.name);
  const space = spaceOf(spec)?.['name'];
  return named.find((tool) => spaceOf(tool)?.['name'] === space) ?? named[0];
}

function spaceOf({ definition }: { readonly definition?: Body | undefined }): Body | undefined {
  const namespace = definition?.['namespace'];
  return isDict(namespace) ? namespace : undefined;
}

interface ListedTool {
  readonly native: Body;
  /** The namespace that contains the tool. */
  readonly namespace: Body | undefined;
}

/** Returns the tools of a list, including those inside its namespaces. */
export function listedTools(list: unknown, namespace?: Body): readonly ListedTool[] {
  return dictsOf(list).flatMap((tool) =>
    isGroup(tool) ? listedTools(tool['tools'], tool) : [{ native: tool, namespace }],
  );
}

function isGroup({ type, tools }: Body): boolean {
  return type === 'namespace' && Array.isArray(tools);
}

/** Whether a `tool_choice` may stay while this tool is on offer. */
type Names = (choice: Body, tool: Body) => boolean;

/**
 * Returns the request with only these tools on offer, each in its place: in the list, in a namespace, or in an item of
 * the input. Without any tool, the fields about tools are left out.
 */
export function offering(body: Body, tools: readonly Body[], names: Names): Body {
  const { tools: listed, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = body;
  const left = new Set(tools);
  const input = offeringInput(rest['input'], left);
  const next: Body = input === rest['input'] ? rest : { ...rest, input };
  if (tools.length === 0) return next;
  const own = dictsOf(listed).some(isGroup) ? placed(listed, left) : [];
  const chooses = isDict(choice) ? tools.some((tool) => names(choice, tool)) : choice !== undefined;
  return {
    ...next,
    ...(listed === undefined && left.size === 0 ? undefined : { tools: [...own, ...left] }),
    ...(chooses ? { tool_choice: choice } : undefined),
    ...(parallel === undefined ? undefined : { parallel_tool_calls: parallel }),
  };
}

/** Returns the input with only these tools in its items; the same list if no item changes. */
function offeringInput(input: unknown, left: Set<Body>): unknown {
  if (!Array.isArray(input)) return input;
  const items = input.map((item: unknown) =>
    isDict(item) && Array.isArray(item['tools']) ? withTools(item, left) : item,
  );
  return sameItems(items, input) ? input : items;
}

/** Returns an item or a namespace with only the tools that are left; the same object if all are. */
function withTools(holder: Body, left: Set<Body>): Body {
  const listed = dictsOf(holder['tools']);
  const tools = placed(listed, left);
  return sameItems(tools, listed) ? holder : { ...holder, tools };
}

/** Takes the tools of a list out of `left`, in the order of the list; a namespace without any tool is dropped. */
function placed(list: unknown, left: Set<Body>): readonly Body[] {
  return dictsOf(list).flatMap((tool): readonly Body[] => {
    if (isGroup(tool)) {
      const group = withTools(tool, left);
      const tools = dictsOf(group['tools']);
      return tools.length === 0 ? [] : [redescribed(group, tools)];
    }
    const found = left.has(tool)
      ? tool
      : [...left].find((other) => toolOrigins.of(other)?.native === tool);
    if (found === undefined) return [];
    left.delete(found);
    return [found];
  });
}

/** Returns a namespace, with the description that hooks changed in one of its tools, if they did. */
function redescribed(group: Body, tools: readonly Body[]): Body {
  const descriptions = tools.flatMap((tool) => {
    const { namespace } = toolOrigins.of(tool) ?? {};
    return namespace === undefined ? [] : [textOf(namespace['description']) ?? ''];
  });
  const description = descriptions.find((each) => each !== group['description']);
  return description === undefined ? group : { ...group, description };
}
