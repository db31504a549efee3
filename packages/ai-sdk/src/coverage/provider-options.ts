import type { Dict } from '@interpose/core';
import { noteSettings, unknownSettings, type Layer } from '@interpose/adapter-kit';
import type {
  NativeMessage,
  NativeParams,
  NativePromptPart,
  NativeTool,
} from '../translate/native.ts';
import type { NativeToolOutput } from '../translate/tool-output.ts';
import { surface } from './unmediated-calls.ts';

/** A value that may have provider options. If it has none, checking it costs one read of a field. */
interface Optioned {
  readonly providerOptions?: Dict | null | undefined;
}

/**
 * Notes provider options that are not known to be plain: those of the request, of its messages, their parts and tool
 * outputs, and of its tools. Each is reported once as `unmediated_call`. Returns the parameters with copies of the
 * messages with options: what the app changes in them while hooks decide was not judged, and is not sent.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 */
export function noteProviderOptions(params: NativeParams, layer: Layer): NativeParams {
  note(params, '', layer);
  const { prompt, tools = [] }: Request = params;
  // By index, as in all code that runs for every model call: `for of` allocates an object at each turn.
  for (let at = 0; at < tools.length; at++) note(tools[at] as Optioned, ' of a tool', layer);
  let held: NativeMessage[] | undefined;
  for (let at = 0; at < prompt.length; at++)
    if (noteMessage(prompt[at]!, layer)) (held ??= [...prompt])[at] = copyOf(prompt[at]!);
  return held ? ({ ...params, prompt: held } as NativeParams) : params;
}

/** Returns whether a message has options that were judged. */
function noteMessage(message: NativeMessage, layer: Layer): boolean {
  let isJudged = note(message, OF_MESSAGE, layer);
  if (typeof message.content === 'string') return isJudged;
  const parts = message.content as readonly NativePromptPart[];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    if (note(part, OF_MESSAGE, layer)) isJudged = true;
    if (part.type === 'tool-result' && noteOutput(part.output, layer)) isJudged = true;
  }
  return isJudged;
}

/** Copies plain data, but nothing that a model put on its answers: that is known by its object. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null || fromModels.has(value)) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype && Object.getPrototypeOf(prototype) !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)])) as T;
}

interface Request {
  readonly prompt: readonly NativeMessage[];
  readonly tools?: readonly NativeTool[] | undefined;
}

const OF_MESSAGE = ' of a message';

/** The metadata that models put on parts of their answers: the SDK sends the same objects back as provider options. */
const fromModels = new WeakSet<object>();

/** Remembers the metadata on a part of an answer, so that it may be sent back. */
export function keepMetadata(part: object): void {
  const { providerMetadata } = part as { readonly providerMetadata?: object };
  if (providerMetadata !== undefined) fromModels.add(providerMetadata);
}

function noteOutput(output: NativeToolOutput, layer: Layer): boolean {
  let isJudged = note(output as Optioned, OF_MESSAGE, layer);
  if (output.type === 'content')
    for (const part of output.value as readonly Optioned[])
      if (note(part, OF_MESSAGE, layer)) isJudged = true;
  return isJudged;
}

/** Returns whether there were options to judge. */
function note({ providerOptions }: Optioned, whose: string, layer: Layer): boolean {
  if (providerOptions === undefined || providerOptions === null) return false;
  if (fromModels.has(providerOptions)) return false;
  // Options are read each time, because the app may change the options of an earlier message.
  for (const provider in providerOptions) {
    const given = providerOptions[provider];
    if (typeof given !== 'object' || given === null) continue;
    const unknown = unknownSettings(given, whose === '' ? 'request' : 'message');
    if (unknown.length === 0) continue;
    const paths = unknown.map((name) => `provider option ${provider}.${name}${whose}`);
    noteSettings(paths, surface, layer);
  }
  return true;
}
