import { omitUndefined, type Copy, type KnownMessages } from '@interpose/adapter-kit';
import type { Dict, ModelRequest, ToolSpec } from '@interpose/core';
import { hostedName, isHosted } from './hosted-name.ts';
import { messagesOf } from './message-to-contract.ts';
import type { NativeRequest, OfferedTool } from './native.ts';
import { toolOrigins } from './origins.ts';
import { definitionOf } from './tool-definition.ts';

/** The settings for reading one request. */
export interface ReadingRequest {
  readonly model: string | undefined;
  readonly copy: Copy;
  readonly known: KnownMessages;
  /** The agent that has the tools, if what is read is frozen and runs may share it. */
  readonly owner?: object | undefined;
  readonly factsOf: (
    tool: OfferedTool,
  ) => Pick<ToolSpec, 'origin' | 'server' | 'annotations'> | undefined;
}

/**
 * Returns the request as hooks see it, one message for each item; objects that are made for it are frozen. Messages,
 * parts and tools remember their native objects.
 */
export function requestToContract(request: NativeRequest, reading: ReadingRequest): ModelRequest {
  return Object.freeze({
    ...omitUndefined({ model: reading.model, instructions: request.systemInstructions }),
    messages: messagesOf(request.input, reading.copy, reading.known),
    tools: toolsOf(request.tools, reading),
    settings: Object.freeze(reading.copy(settingsOf(request))),
  });
}

/** Returns the settings that hooks see: the model's settings, the shape of its answer and the possible handoffs. */
export function settingsOf({ modelSettings, outputType, handoffs }: NativeRequest): Dict {
  return {
    ...modelSettings,
    ...(outputType === 'text' ? undefined : { outputType }),
    ...(handoffs.length === 0 ? undefined : { handoffs }),
  };
}

function toolsOf(tools: readonly OfferedTool[], reading: ReadingRequest): readonly ToolSpec[] {
  const read = (tool: OfferedTool): ToolSpec =>
    Object.freeze(toolOrigins.remember(toolToContract(tool, reading), tool));
  // The SDK does not send the origin of a tool and its hints.
  const seen = (tool: OfferedTool): unknown => [tool, reading.factsOf(tool)];
  return reading.known.readTools(tools, { read, seen }, reading.owner);
}

function toolToContract(tool: OfferedTool, { copy, factsOf }: ReadingRequest): ToolSpec {
  const name = hostedName(tool);
  const facts = factsOf(tool);
  const offered = tool.type === 'function' ? tool : undefined;
  return {
    name,
    origin: facts?.origin ?? (isHosted(tool) ? 'provider' : 'local'),
    ...omitUndefined({
      definition: copy(definitionOf(tool)),
      server: facts?.server,
      annotations: copy(facts?.annotations),
      description: offered?.description,
      inputSchema: copy<unknown>(offered?.parameters),
    }),
  };
}
