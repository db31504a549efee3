import { changedSettings, type KnownMessages } from '@interpose/adapter-kit';
import type { Message, ModelRequest, ToolSpec } from '@interpose/core';
import { textOf, type Body, type Copy } from './native.ts';
import { toolSpecs, writeTools, type OfferedTool } from './offered-tools.ts';

/** How one interface asks a model, where it has words of its own. */
export interface RequestWords {
  /** Fields of a request that are no settings: they have a place of their own. */
  readonly noSettings: readonly string[];
  instructions(body: Body): string | undefined;
  /** The messages a chat starts with; `known` are those that the run has read. */
  messages(body: Body, copy: Copy, known?: KnownMessages): readonly Message[];
  /** The fields that say changed instructions and messages. */
  changedMessages(changed: ModelRequest, original: ModelRequest, body: Body): Body;
  offered(body: Body): readonly OfferedTool[];
  /** The tool for a spec that hooks made or changed; `like` is the one of its name. */
  readonly writeTool: (spec: ToolSpec, like: Body | undefined) => Body;
  /** The same request with these of its tools on offer. */
  offering(body: Body, tools: readonly Body[]): Body;
}

/** What the model is about to be asked; every message and part remembers its native object. */
export function requestToContract(
  words: RequestWords,
  body: Body,
  copy: Copy,
  known?: KnownMessages,
  offered: readonly OfferedTool[] = words.offered(body),
): ModelRequest {
  const model = textOf(body['model']);
  const instructions = words.instructions(body);
  const names = Object.keys(body).filter(
    (name) => body[name] !== undefined && (!words.noSettings.includes(name) || isOdd(name, body)),
  );
  return {
    ...(model === undefined ? undefined : { model }),
    settings: Object.fromEntries(names.map((name) => [name, copy(body[name])])),
    ...(instructions === undefined ? undefined : { instructions }),
    messages: words.messages(body, copy, known),
    ...toolSpecs(body, offered, copy, known),
  };
}

/** True for instructions that are no text: hooks see them as they are. */
function isOdd(name: string, { instructions }: Body): boolean {
  return name === 'instructions' && typeof instructions === 'object' && instructions !== null;
}

/** The body for a request that hooks changed; whatever they left alone is the native object itself. */
export function requestFromContract(
  words: RequestWords,
  changed: ModelRequest,
  original: ModelRequest,
  body: Body,
  offered: readonly OfferedTool[] = words.offered(body),
): Body {
  const next: Body = {
    ...body,
    ...changedSettings(changed, original, body),
    ...(changed.model === original.model ? undefined : { model: changed.model }),
    ...words.changedMessages(changed, original, body),
  };
  if (changed.tools === original.tools) return next;
  const { tools: before = [] } = original;
  const tools = writeTools(changed.tools ?? [], before, offered, words.writeTool);
  return words.offering(next, tools);
}
