import type { Message, ModelRequest, ModelResponse, Part } from '@interpose/core';

import { mapFile } from './map-file.ts';
import { mapRuns } from '../runs/map-runs.ts';
import { mapScalars } from './map-scalars.ts';
import type { Change } from './scalar.ts';

/**
 * Maps everything readable in the content and citations of a message.
 *
 * @example
 * mapMessage(message, (scalar) => (scalar === 'Ann' ? '<NAME_1>' : scalar));
 */
export function mapMessage(message: Message, change: Change): Message {
  const content = mapParts(message.content, change);
  const citations = mapScalars(message.citations, change) as Message['citations'];
  if (content === message.content && citations === message.citations) return message;
  return { ...message, content, ...(citations !== undefined && { citations }) };
}

/**
 * Maps messages; the same list if nothing changes.
 *
 * @example
 * mapMessages(messages, (scalar) => scalar) === messages; // true
 */
export function mapMessages(messages: readonly Message[], change: Change): readonly Message[] {
  return mapEach(messages, (message) => mapMessage(message, change));
}

/**
 * Returns the request with these messages, and with its instructions mapped if there is a function; the same request if
 * nothing changes.
 *
 * @example
 * withTexts(request, request.messages, undefined) === request; // true
 */
export function withTexts(
  request: ModelRequest,
  messages: readonly Message[],
  change: Change | undefined,
): ModelRequest {
  const before = request.instructions;
  const said = change === undefined ? before : (mapScalars(before, change) as string | undefined);
  if (messages === request.messages && said === before) return request;
  return { ...request, messages, ...(said !== undefined && { instructions: said }) };
}

/**
 * Maps the parts of an answer that a reader sees: texts, data and files. Its tool calls are for tools.
 *
 * @example
 * mapAnswer({ content: [{ type: 'text', text: 'a' }] }, () => 'b'); // { content: [{ type: 'text', text: 'b' }] }
 */
export function mapAnswer<T extends ModelResponse | Message>(answer: T, change: Change): T {
  return mapSome(answer, ['text', 'data', 'file'], change);
}

/**
 * Maps the reasoning in an answer.
 *
 * @example
 * mapReasoning({ content: [{ type: 'reasoning', text: 'a' }] }, () => 'b');
 */
export function mapReasoning<T extends ModelResponse | Message>(answer: T, change: Change): T {
  return mapSome(answer, ['reasoning'], change);
}

/**
 * Maps parts; the same list if nothing changes.
 *
 * @example
 * mapParts([{ type: 'text', text: 'a' }], () => 'b'); // [{ type: 'text', text: 'b' }]
 */
export function mapParts(parts: readonly Part[], change: Change): readonly Part[] {
  return mapRuns(parts, change, mapPart);
}

function mapSome<T extends ModelResponse | Message>(
  answer: T,
  types: readonly Part['type'][],
  change: Change,
): T {
  const content = mapRuns(answer.content, change, (part, each) =>
    types.includes(part.type) ? mapPart(part, each) : part,
  );
  return content === answer.content ? answer : { ...answer, content };
}

function mapPart(part: Part, change: Change): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const text = String(mapScalars(part.text, change));
      return text === part.text ? part : { ...part, text };
    }
    case 'data': {
      const data = mapScalars(part.data, change);
      return data === part.data ? part : { ...part, data };
    }
    case 'tool-call': {
      const args = mapScalars(part.args, change);
      return args === part.args ? part : { ...part, args: args as typeof part.args };
    }
    case 'tool-result': {
      const result = mapScalars(part.result, change);
      const error = mapScalars(part.error, change);
      if (result === part.result && error === part.error) return part;
      return {
        ...part,
        ...('result' in part && { result }),
        ...(part.error !== undefined && { error: String(error) }),
      };
    }
    case 'file':
      return mapFile(part, change);
    default:
      return part;
  }
}

/**
 * Maps each item of a list; the same list if nothing changes.
 *
 * @example
 * mapEach([1, 2], (item) => item * 2); // [2, 4]
 */
export function mapEach<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  let copy: T[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]!;
    const mapped = map(item);
    if (mapped !== item) (copy ??= [...items])[index] = mapped;
  }
  return copy ?? items;
}
