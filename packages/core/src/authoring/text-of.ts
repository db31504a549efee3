import type { Message, ModelRequest, ModelResponse, Part } from '../contract/values/index.ts';

/**
 * A value with text in it.
 *
 * @example
 * const texts: readonly Textual[] = ['hello', { type: 'text', text: 'world' }];
 * texts.map(textOf); // => ['hello', 'world']
 */
export type Textual = string | Part | Message | ModelResponse | ModelRequest;

/**
 * Returns all plain text of a value: its text parts in order, joined by newlines.
 *
 * @example
 * textOf({ role: 'user', content: [{ type: 'text', text: 'hello' }] }); // 'hello'
 */
export function textOf(value: Textual): string {
  return texts(value).join('\n');
}

/**
 * Returns the value with each text part changed by the function. Objects that do not change stay the same objects.
 *
 * @example
 * hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, (text) => text.trim()) }));
 */
export function mapText<T extends Textual>(value: T, change: (text: string) => string): T {
  return mapAny(value, change) as T;
}

function texts(value: Textual): string[] {
  if (typeof value === 'string') return [value];
  if ('messages' in value) return value.messages.flatMap(texts);
  if ('content' in value) return value.content.flatMap(texts);
  return value.type === 'text' ? [value.text] : [];
}

function mapAny(value: Textual, change: (text: string) => string): Textual {
  if (typeof value === 'string') return change(value);
  if ('type' in value) return mapPart(value, change);
  if ('messages' in value) {
    const messages = mapMessages(value.messages, change);
    return messages === value.messages ? value : { ...value, messages };
  }
  const content = mapParts(value.content, change);
  return content === value.content ? value : { ...value, content };
}

/** Copies at the first change only, as `mapParts` does: without a change, no object is made. */
function mapMessages(
  messages: readonly Message[],
  change: (text: string) => string,
): readonly Message[] {
  let copy: Message[] | undefined;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index]!;
    const content = mapParts(message.content, change);
    if (content !== message.content) (copy ??= [...messages])[index] = { ...message, content };
  }
  return copy ?? messages;
}

function mapParts(parts: readonly Part[], change: (text: string) => string): readonly Part[] {
  let copy: Part[] | undefined;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    const mapped = mapPart(part, change);
    if (mapped !== part) (copy ??= [...parts])[index] = mapped;
  }
  return copy ?? parts;
}

function mapPart(part: Part, change: (text: string) => string): Part {
  if (part.type !== 'text') return part;
  const text = change(part.text);
  return text === part.text ? part : { ...part, text };
}
