import type { Dict, Message, ModelRequest, ToolSpec } from '@interpose/core';
import {
  filledText,
  isDict,
  isRecord,
  omitUndefined,
  spokenBy,
  type Copy,
  type KnownMessages,
} from '@interpose/adapter-kit';
import { roleOf, seenOf, sentToContract } from './message-to-contract.ts';
import { saysTheSame } from './says-the-same.ts';
import type { CallOptions, NativeMessage, NativeModel } from './native.ts';
import { toolOrigins } from './origins.ts';
import { definitionIn, readOffer } from './tool-offer.ts';

/** The adapter's facts about a tool that the model does not see. */
export type ToolFacts = Pick<ToolSpec, 'origin' | 'annotations'>;

/** The model, the settings and the functions with which one request is read. */
export interface ReadingRequest {
  readonly model: NativeModel;
  readonly copy: Copy;
  readonly known: KnownMessages;
  /** The settings that the model adds to every call, over the options of the call. */
  readonly kept?: CallOptions | undefined;
  /** Whether the result is frozen, so that other runs with the same list of tools may share it. */
  readonly isShared?: boolean;
  readonly factsOf: (tool: string) => ToolFacts | undefined;
}

/** One request before it is read. */
export interface NativeRequest {
  readonly messages: readonly NativeMessage[];
  readonly options: CallOptions;
}

/**
 * Call options that are not settings: the contract has another place for them, or they belong to LangChain. LangGraph's
 * options for the nodes of a graph reach the model as well.
 */
const NO_SETTING: ReadonlySet<string> = new Set(
  (
    'tools signal options headers promptIndex ls_structured_output_format ' +
    'configurable context control executionInfo interrupt serverInfo state store writer'
  ).split(' '),
);

/**
 * Returns the request for the model in the contract's form. Leading system messages are the instructions. Every
 * message, part and tool remembers its native object, and everything is frozen as it is made.
 */
export function requestToContract(native: NativeRequest, reading: ReadingRequest): ModelRequest {
  const { messages, options } = native;
  const { tools } = options;
  const leading = leadingSystemMessages(messages);
  const instructions = messages
    .slice(0, leading)
    .map((message) => spokenBy(message.name, plainText(message)))
    .join('\n\n');
  const read = (message: NativeMessage): Message => sentToContract(message, reading.copy);
  return Object.freeze({
    ...omitUndefined({
      model: modelName(reading.model),
      instructions: leading === 0 ? undefined : instructions,
      tools:
        tools &&
        reading.known.readTools<unknown>(
          tools,
          {
            read: (tool) => toolToContract(tool, reading),
            // The model does not get a tool's origin and hints, so they are compared here.
            seen: (tool) => [tool, reading.factsOf(readOffer(tool).name)],
          },
          reading.isShared === true ? tools : undefined,
        ),
    }),
    messages: reading.known.read(
      messages,
      { read, seen: seenOf, says: saysTheSame, isKept: true },
      leading,
    ),
    settings: settingsOf(options, reading),
  });
}

/** Returns the name by which a provider knows this model. */
export function modelName(model: NativeModel): string | undefined {
  return (
    filledText(model['model']) ?? filledText(model['modelName']) ?? filledText(model['modelId'])
  );
}

/** Returns the number of system messages at the start of a conversation. */
export function leadingSystemMessages(messages: readonly NativeMessage[]): number {
  const first = messages.findIndex((message) => roleOf(message) !== 'system');
  return first === -1 ? messages.length : first;
}

/** Returns the text of one message. */
function plainText({ content }: NativeMessage): string {
  if (typeof content === 'string') return content;
  return content
    .map((block: unknown) => {
      if (typeof block === 'string') return block;
      const text: unknown = isDict(block) ? block['text'] : undefined;
      return typeof text === 'string' ? text : '';
    })
    .join('');
}

function toolToContract(tool: unknown, { copy, factsOf }: ReadingRequest): ToolSpec {
  const { name, description, schema, origin } = readOffer(tool);
  const facts = factsOf(name);
  const spec: ToolSpec = {
    name,
    origin: facts?.origin ?? origin,
    ...omitUndefined({
      annotations: facts?.annotations && copy(facts.annotations),
      description,
      inputSchema: schema === undefined ? undefined : copy(schema as Dict),
      definition: copy(definitionIn(tool)),
    }),
  };
  return Object.freeze(
    typeof tool === 'object' && tool !== null ? toolOrigins.remember(spec, tool) : spec,
  );
}

/** Returns the settings of the call. Settings that the model adds itself win. */
function settingsOf(options: CallOptions, { copy, kept = {} }: ReadingRequest): Dict {
  const settings: Record<string, unknown> = {};
  for (const given of [options, kept])
    for (const name of Object.keys(given)) {
      if (given === options && NO_SETTING.has(name)) continue;
      const value = given[name];
      if (isData(value)) settings[name] = copy(value);
    }
  return Object.freeze(settings);
}

function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value !== undefined && typeof value !== 'function';
  return isRecord(value) || Array.isArray(value);
}
