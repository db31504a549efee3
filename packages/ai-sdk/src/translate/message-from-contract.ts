import { asText, isDict, omitUndefined, textIn, writeArguments } from '@interpose/adapter-kit';
import type { Message, Part } from '@interpose/core';
import { InterposeError } from '@interpose/core';
import { writeFileData } from './file-data.ts';
import type { NativeMessage, NativePromptPart, SpecificationVersion } from './native.ts';
import { messageOrigins, promptPartOrigins } from './origins.ts';
import { writeToolOutput } from './tool-output.ts';

/**
 * Returns one message of a prompt: the native object, if hooks left the message alone. In a changed message, untouched
 * parts stay native objects, and the options come from the message in the same place.
 */
export function messageFromContract(
  message: Message,
  replaced: NativeMessage | undefined,
  version: SpecificationVersion,
): NativeMessage {
  const native = messageOrigins.of(message);
  if (native !== undefined) return native;
  const like = replaced?.role === message.role ? replaced : undefined;
  const options = omitUndefined({ providerOptions: like?.providerOptions });
  const content =
    message.role === 'system'
      ? textIn(message.content)
      : withoutGone(
          message.content.map((part, index) => {
            const untouched = promptPartOrigins.of(part);
            if (untouched !== undefined) return untouched;
            const original = likeOf(part, index, partsOf(like));
            const kept = message.role === 'assistant' ? withoutStored(original) : original;
            return writePromptPart(part, kept, version);
          }),
          partsOf(like),
        );
  // The types of three generations have no common constructor; the parts were checked one by one.
  return { role: message.role, content, ...options } as unknown as NativeMessage;
}

function partsOf(message: NativeMessage | undefined): readonly NativePromptPart[] {
  return message === undefined || typeof message.content === 'string' ? [] : message.content;
}

interface NativePart {
  readonly type: string;
  readonly toolCallId?: string;
  readonly approvalId?: string;
}

/** Returns the native part for the same call, or the one in the same place; undefined if there is none. */
export function likeOf<Native extends NativePart>(
  part: Part,
  index: number,
  natives: readonly Native[],
): Native | undefined {
  const there = natives.slice(index, index + 1);
  if (!('id' in part))
    return there.find((like) => like.type.replace('reasoning-', '') === part.type);
  // A provider may tell of one call several times: what stood in this place goes first.
  return [...there, ...natives].find(
    (like) =>
      like.approvalId === part.id || (like.type === part.type && like.toolCallId === part.id),
  );
}

/** Removes options and metadata of a changed part: by an id in them, a provider would bring the stored part back. */
export function withoutStored<Native extends object>(
  native: (Native & Stored) | undefined,
): Native | undefined {
  const { providerOptions: _sent, providerMetadata: _told, ...rest }: Stored = native ?? {};
  return native && (rest as Native); // both fields are optional
}

/** Returns the parts of an answer; those that the provider stored as one with a part that is gone lose their metadata. */
export function withoutGone<Native extends object>(
  parts: readonly Native[],
  original: readonly object[],
): readonly Native[] {
  const left: ReadonlySet<object> = new Set(parts);
  const gone = new Set(original.filter((part) => !left.has(part)).flatMap(storedIds));
  if (gone.size === 0) return parts;
  return parts.map((part) =>
    storedIds(part).some((id) => gone.has(id)) ? withoutStored(part)! : part,
  );
}

/** Returns the ids under which providers stored a part of an answer; the parts of one message have the same. */
function storedIds({ providerOptions, providerMetadata }: Stored): readonly unknown[] {
  return Object.values(providerOptions ?? providerMetadata ?? {}).flatMap((said: unknown) =>
    isDict(said) && said['itemId'] !== undefined ? [said['itemId']] : [],
  );
}

interface Stored {
  readonly providerOptions?: unknown;
  readonly providerMetadata?: unknown;
}

function writePromptPart(
  part: Part,
  like: NativePromptPart | undefined,
  version: SpecificationVersion,
): object {
  if (part.type === 'tool-call') {
    const before = like?.type === 'tool-call' ? like.input : undefined;
    return { ...like, ...callFields(part), input: writeArguments(part.args, before) };
  }
  if (part.type === 'tool-result')
    return like?.type === 'tool-approval-response'
      ? { ...like, reason: part.error ?? asText(part.result) }
      : { ...like, ...callFields(part), output: writeToolOutput(part) };
  const written = writePart(part, version, like?.type);
  if (part.type === 'file')
    return { ...like, ...written, ...omitUndefined({ filename: part.name }) };
  // A signature is valid only for the text that the provider signed, so it is not kept.
  return part.type === 'text' ? { ...like, ...written } : written;
}

/** Returns the fields that identify a call, in an answer and in a prompt. */
export function callFields({ type, id, name }: CallPart): object {
  return { type, toolCallId: id, toolName: name };
}

type CallPart = Extract<Part, { type: 'tool-call' | 'tool-result' }>;

/** Writes a part that has the same form in an answer and in a prompt: any part but a call. */
export function writePart(
  part: Exclude<Part, CallPart>,
  version: SpecificationVersion,
  kind?: string,
): object {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text };
    case 'data':
      return { type: 'text', text: JSON.stringify(part.data) };
    case 'file': {
      const { type, mediaType } = part;
      return { type: kind ?? type, mediaType, data: writeFileData(part, version === 'v4') };
    }
    case 'other':
      throw unknownPart(part.kind);
  }
}

/** Returns the error for a part that a hook made, but that only the SDK can make. */
function unknownPart(kind: string): InterposeError {
  return new InterposeError(
    'part_unknown',
    `a hook made a part of kind "${kind}", which only the AI SDK can make`,
    'return the parts of that kind that the hook was given, or a part of another type',
  );
}
