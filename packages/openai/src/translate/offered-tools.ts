import { KnownMessages, omitUndefined } from '@interpose/adapter-kit';
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
  /** What it says beside that. */
  readonly definition: Body | undefined;
}

/** What hooks are not told of a tool in its definition. */
const UNTOLD: readonly string[] = [...UNREAD, 'strict', 'tools'];

/** Where a tool says what it is for, and what it takes: a server, and what it lists, have words of their own. */
function fieldsOf(tool: Body): readonly [description: string, inputSchema: string] {
  const description = tool['type'] === 'mcp' ? 'server_description' : 'description';
  return [description, 'input_schema' in tool ? 'input_schema' : 'parameters'];
}

/** What a tool says to the model, also of the `namespace` that it stands in. */
export function declaredIn(tool: Body, namespace?: Body): DeclaredTool {
  const fields = fieldsOf(tool);
  let definition: Record<string, unknown> | undefined;
  // No entries: this is called for every tool of every request.
  for (const name in tool)
    if (tool[name] !== undefined && !UNTOLD.includes(name) && !fields.includes(name))
      (definition ??= {})[name] = tool[name];
  if (namespace !== undefined) {
    const { name, description } = namespace;
    definition = { ...definition, namespace: { name, description } };
  }
  return { description: textOf(tool[fields[0]]), inputSchema: tool[fields[1]], definition };
}

/** The tool as hooks left its spec. */
export function redeclared({ description, inputSchema, definition }: ToolSpec, like: Body): Body {
  const fields = fieldsOf(like);
  const said = { [fields[0]]: description, [fields[1]]: inputSchema };
  return omitUndefined({ ...only(like, UNTOLD), ...definition, namespace: undefined, ...said });
}

/** The tools that a request offers as policies see them, where it speaks of tools. */
export function toolSpecs(
  body: Body,
  offered: readonly OfferedTool[],
  copy: Copy,
  known: KnownMessages = new KnownMessages(),
): Pick<ModelRequest, 'tools'> | undefined {
  if (body['tools'] === undefined && offered.length === 0) return undefined;
  const read = ({ name, origin, native: _native, ...said }: OfferedTool): ToolSpec =>
    Object.freeze({ name, origin, ...copy(omitUndefined(said)) });
  // Where a tool comes from, its name, and what it stands in, the tool itself does not always say.
  const seen = ({ name, origin, definition, native }: OfferedTool): unknown => [
    ...[name, origin, native],
    definition?.['namespace'],
  ];
  return { tools: known.readTools(offered, { read, seen }) };
}

/** The native tools for specs that hooks left alone, made or changed; `before` are those of the tools on offer. */
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
  /** The list of its own that it stands in. */
  readonly namespace: Body | undefined;
}

/** The tools of a list; a namespace is a list of its own. */
export function listedTools(list: unknown, namespace?: Body): readonly ListedTool[] {
  return dictsOf(list).flatMap((tool) =>
    isGroup(tool) ? listedTools(tool['tools'], tool) : [{ native: tool, namespace }],
  );
}

function isGroup({ type, tools }: Body): boolean {
  return type === 'namespace' && Array.isArray(tools);
}

/** True for a choice that stays as long as this tool is on offer. */
type Names = (choice: Body, tool: Body) => boolean;

/**
 * The same request with these tools on offer, each where it stood, also in a namespace or an item of the input; without
 * any, nothing that speaks of tools is sent.
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

/** An input whose items offer no tools is itself. */
function offeringInput(input: unknown, left: Set<Body>): unknown {
  if (!Array.isArray(input)) return input;
  const items = input.map((item: unknown) =>
    isDict(item) && Array.isArray(item['tools']) ? withTools(item, left) : item,
  );
  return items.every((item, index) => item === input[index]) ? input : items;
}

/** What holds tools, with those that are left of them; itself where all are. */
function withTools(holder: Body, left: Set<Body>): Body {
  const listed = dictsOf(holder['tools']);
  const tools = placed(listed, left);
  const isSame =
    tools.length === listed.length && tools.every((tool, index) => tool === listed[index]);
  return isSame ? holder : { ...holder, tools };
}

/** Takes from `left` what stands for the tools of a list, in their order; a namespace without any goes. */
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

/** A namespace that one of its tools describes otherwise. */
function redescribed(group: Body, tools: readonly Body[]): Body {
  const descriptions = tools.flatMap((tool) => {
    const { namespace } = toolOrigins.of(tool) ?? {};
    return namespace === undefined ? [] : [textOf(namespace['description']) ?? ''];
  });
  const description = descriptions.find((each) => each !== group['description']);
  return description === undefined ? group : { ...group, description };
}
