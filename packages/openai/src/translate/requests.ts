import { changedSettings, type KnownMessages } from '@interpose/adapter-kit';
import type { Message, ModelRequest, ToolSpec } from '@interpose/core';
import { textOf, type Body, type Copy } from './native.ts';
import { toolSpecs, writeTools, type OfferedTool } from './offered-tools.ts';

/** The functions for requests that differ between the interfaces. */
export interface RequestWords {
  /** The fields of a request that are no settings: the contract has other fields for them. */
  readonly noSettings: readonly string[];
  instructions(body: Body): string | undefined;
  /** Returns the messages of a request; `known` are those that the run has read before. */
  messages(body: Body, copy: Copy, known?: KnownMessages): readonly Message[];
  /** Returns the fields of the body for changed instructions and messages. */
  changedMessages(changed: ModelRequest, original: ModelRequest, body: Body): Body;
  offered(body: Body): readonly OfferedTool[];
  /** Returns the native tool for a spec that hooks made or changed; `like` is the offered tool of that name. */
  readonly writeTool: (spec: ToolSpec, like: Body | undefined) => Body;
  /** Returns the request with only these of its tools on offer. */
  offering(body: Body, tools: readonly Body[]): Body;
}

/** Returns the request as hooks see it; every message and part remembers its native object. */
export function requestToContract(
  words: RequestWords,
  body: Body,
  copy: Copy,
  known: KnownMessages,
  offered: readonly OfferedTool[],
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

/** Whether a field is instructions that are no text: hooks see them as they are, among the settings. */
function isOdd(name: string, { instructions }: Body): boolean {
  return name === 'instructions' && typeof instructions === 'object' && instructions !== null;
}

/** Returns the body for a request that hooks changed; everything that they left alone is the native object itself. */
export function requestFromContract(
  words: RequestWords,
  changed: ModelRequest,
  original: ModelRequest,
  body: Body,
  offered: readonly OfferedTool[],
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
