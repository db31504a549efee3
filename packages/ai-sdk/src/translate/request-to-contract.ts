import { omitUndefined, saidBeside, type Copy, type KnownMessages } from '@interpose/adapter-kit';
import type { Dict, Message, ModelRequest, ToolSpec } from '@interpose/core';
import type { ToolFacts } from '../tools/tool-facts.ts';
import type { NativeMessage, NativeParams, NativeTool } from './native.ts';
import { toolOrigins } from './origins.ts';
import { messageToContract, saysTheSame } from './message-to-contract.ts';

/** The settings for reading one request. */
export interface ReadingRequest {
  readonly modelId: string;
  readonly copy: Copy;
  readonly known: KnownMessages;
  /** The tools' owner, if what is read is frozen and runs may share it. */
  readonly owner?: object | undefined;
  readonly factsOf: (tool: string) => ToolFacts | undefined;
}

/** Parameters that are not settings: hooks see them elsewhere, or they belong to the transport. */
const NO_SETTING: ReadonlySet<string> = new Set([
  'prompt',
  'tools',
  'abortSignal',
  'headers',
  'includeRawChunks',
]);

/**
 * Returns the request as hooks see it; objects that are made for it are frozen. Leading system messages become the
 * instructions. Messages, parts and tools remember their native objects.
 */
export function requestToContract(params: NativeParams, reading: ReadingRequest): ModelRequest {
  const prompt: readonly NativeMessage[] = params.prompt;
  const system = leadingSystemMessages(prompt);
  const instructions = system === 0 ? undefined : instructionsOf(prompt.slice(0, system));
  const read = (native: NativeMessage): Message => messageToContract(native, reading.copy);
  return Object.freeze({
    model: reading.modelId,
    ...(instructions === undefined ? undefined : { instructions }),
    messages: reading.known.read(prompt, { read, says: saysTheSame }, system),
    ...(params.tools === undefined ? undefined : { tools: toolsOf(params.tools, reading) }),
    settings: settingsOf(params, reading.copy),
  });
}

/** Returns the number of system messages at the start of a prompt. */
export function leadingSystemMessages(prompt: readonly NativeMessage[]): number {
  const first = prompt.findIndex((message) => message.role !== 'system');
  return first === -1 ? prompt.length : first;
}

/** Returns the text of these system messages. */
function instructionsOf(system: readonly NativeMessage[]): string {
  return system.map((message) => message.content as string).join('\n\n');
}

function toolsOf(tools: readonly NativeTool[], reading: ReadingRequest): readonly ToolSpec[] {
  const read = (tool: NativeTool): ToolSpec =>
    Object.freeze(toolOrigins.remember(toolToContract(tool, reading), tool));
  // The SDK does not send the origin of a tool and its hints.
  const seen = (tool: NativeTool): unknown => [tool, reading.factsOf(tool.name)];
  return reading.known.readTools(tools, { read, seen }, reading.owner);
}

function toolToContract(tool: NativeTool, { copy, factsOf }: ReadingRequest): ToolSpec {
  const facts = factsOf(tool.name);
  const offered = tool.type === 'function' ? tool : undefined;
  return {
    name: tool.name,
    origin: facts?.origin ?? (offered === undefined ? 'provider' : 'local'),
    ...omitUndefined({
      // Such as examples and options, and the arguments of a hosted tool.
      definition: copy(saidBeside(tool, SPELLED)),
      server: facts?.server,
      annotations: copy(facts?.annotations),
      description: offered?.description,
      inputSchema: copy(offered?.inputSchema),
    }),
  };
}

/** Fields of a tool that hooks see in a place of their own, or that no model reads. */
const SPELLED: ReadonlySet<string> = new Set([
  'type',
  'id',
  'name',
  'description',
  'inputSchema',
  'strict',
]);

function settingsOf(params: NativeParams, copy: Copy): Dict {
  const settings: Record<string, unknown> = {};
  const names = Object.keys(params);
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    const value: unknown = params[name as keyof NativeParams];
    if (value !== undefined && !NO_SETTING.has(name)) settings[name] = copy<unknown>(value);
  }
  return Object.freeze(settings);
}
