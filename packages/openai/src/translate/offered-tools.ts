import { KnownMessages, omitUndefined } from '@interpose/adapter-kit';
import type { ModelRequest, ToolSpec } from '@interpose/core';
import { dictsOf, isDict, type Body, type Copy } from './native.ts';
import { toolOrigins } from './origins.ts';

/** A tool of a request, and who runs it. */
export interface OfferedTool {
  readonly name: string;
  readonly origin: 'local' | 'provider' | 'mcp';
  readonly description: string | undefined;
  readonly inputSchema: unknown;
  readonly native: Body;
}

/** The tools that a request offers as policies see them, where it speaks of tools; each remembers its native one. */
export function toolSpecs(
  body: Body,
  offered: readonly OfferedTool[],
  copy: Copy,
  known: KnownMessages = new KnownMessages(),
): Pick<ModelRequest, 'tools'> | undefined {
  if (body['tools'] === undefined && offered.length === 0) return undefined;
  const read = ({ name, origin, description, inputSchema, native }: OfferedTool): ToolSpec => {
    const said = omitUndefined({ description, inputSchema: copy(inputSchema) });
    return Object.freeze(toolOrigins.remember({ name, origin, ...said }, native));
  };
  // Where a tool comes from, and its name, the body does not always say.
  const seen = ({ name, origin, native }: OfferedTool): unknown => [name, origin, native];
  return { tools: known.readTools(offered, { read, seen }) };
}

/** The tools of a list; a namespace is a list of its own. */
export function listedTools(list: unknown): readonly Body[] {
  return dictsOf(list).flatMap((tool) => (isGroup(tool) ? listedTools(tool['tools']) : [tool]));
}

function isGroup({ type, tools }: Body): boolean {
  return type === 'namespace' && Array.isArray(tools);
}

/** What a dialect says of the tools of a request. */
interface ToolWords {
  nameOf(tool: Body): string;
  /** True for a choice that stays as long as this tool is on offer. */
  names(choice: Body, tool: Body): boolean;
}

/**
 * The same request with these tools on offer, each where one of its name stood, also in a namespace or an item of the
 * input; without any, nothing that speaks of tools is sent.
 */
export function offering(body: Body, tools: readonly Body[], words: ToolWords): Body {
  const { tools: listed, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = body;
  const left = new Set(tools);
  const input = offeringInput(rest['input'], left, words);
  const next: Body = input === rest['input'] ? rest : { ...rest, input };
  if (tools.length === 0) return next;
  const own = dictsOf(listed).some(isGroup) ? placed(listed, left, words) : [];
  const chooses = isDict(choice)
    ? tools.some((tool) => words.names(choice, tool))
    : choice !== undefined;
  return {
    ...next,
    ...(listed === undefined && left.size === 0 ? undefined : { tools: [...own, ...left] }),
    ...(chooses ? { tool_choice: choice } : undefined),
    ...(parallel === undefined ? undefined : { parallel_tool_calls: parallel }),
  };
}

/** An input whose items offer no tools is itself. */
function offeringInput(input: unknown, left: Set<Body>, words: ToolWords): unknown {
  if (!Array.isArray(input)) return input;
  const items = input.map((item: unknown) =>
    isDict(item) && Array.isArray(item['tools']) ? withTools(item, left, words) : item,
  );
  return items.every((item, index) => item === input[index]) ? input : items;
}

/** What holds tools, with those that are left of them; itself where all are. */
function withTools(holder: Body, left: Set<Body>, words: ToolWords): Body {
  const listed = dictsOf(holder['tools']);
  const tools = placed(listed, left, words);
  const isSame =
    tools.length === listed.length && tools.every((tool, index) => tool === listed[index]);
  return isSame ? holder : { ...holder, tools };
}

/** Takes from `left` what stands for the tools of a list, in their order; a namespace without any goes. */
function placed(list: unknown, left: Set<Body>, words: ToolWords): readonly Body[] {
  return dictsOf(list).flatMap((tool): readonly Body[] => {
    if (isGroup(tool)) {
      const group = withTools(tool, left, words);
      return dictsOf(group['tools']).length === 0 ? [] : [group];
    }
    const isLike = (other: Body) =>
      other['type'] === tool['type'] && words.nameOf(other) === words.nameOf(tool);
    const found = left.has(tool) ? tool : [...left].find(isLike);
    if (found === undefined) return [];
    left.delete(found);
    return [found];
  });
}
