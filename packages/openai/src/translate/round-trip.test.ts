import { KnownMessages } from '@interpose/adapter-kit';
import type { ModelRequest, Part } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chatBody, completion, response, responsesBody } from '../../test/native-arbitraries.ts';
import { chatDialect, responsesDialect } from '../model/dialects.ts';
import type { Dialect } from '../model/dialects.ts';
import { dictsOf, isDict, messagesIn, type Body } from './native.ts';
import { requestFromContract, requestToContract } from './requests.ts';

const WORDS = 'other words';

interface Interface {
  readonly name: string;
  readonly dialect: Dialect;
  readonly list: 'messages' | 'input';
  readonly body: fc.Arbitrary<Body>;
  readonly answer: fc.Arbitrary<Body>;
  readonly items: (answer: Body) => readonly Body[];
}

const interfaces: readonly Interface[] = [
  {
    name: 'chat completions',
    dialect: chatDialect,
    list: 'messages',
    body: chatBody,
    answer: completion,
    items: ({ choices }) =>
      dictsOf(choices).flatMap(({ message }) => (isDict(message) ? [message] : [])),
  },
  {
    name: 'responses',
    dialect: responsesDialect,
    list: 'input',
    body: responsesBody,
    answer: response,
    items: ({ output }) => dictsOf(output),
  },
];

/** Returns a function that copies as a strict registry does, or one that does not copy. */
const copying =
  (strict: boolean) =>
  <T>(value: T): T =>
    strict ? structuredClone(value) : value;

/** Returns the native objects in a message or an item. */
function piecesOf(native: Body): readonly unknown[] {
  const { content, tool_calls: calls, function_call: legacy, audio } = native;
  return [...dictsOf(content), ...dictsOf(calls), legacy, audio].filter(isDict);
}

/** Returns what hooks see of these parts: all the text, and all other parts in order. */
function shown(content: readonly Part[]): unknown {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, others: content.filter(({ type }) => type !== 'text') };
}

function withWords(content: readonly Part[], place: number): readonly Part[] {
  return content.map((part, index) => (index === place ? { type: 'text', text: WORDS } : part));
}

/** Returns the place of a text part, picked by a number; -1 if there is none. */
function pickText(parts: readonly Part[], pick: number): number {
  const places = [...parts.keys()].filter((index) => parts[index]!.type === 'text');
  return places.length === 0 ? -1 : places[pick % places.length]!;
}

function expectKept(native: Body, before: Body, changedPieces: number): void {
  const pieces = piecesOf(native);
  const kept = piecesOf(before).filter((piece) => pieces.includes(piece));
  expect(kept.length).toBeGreaterThanOrEqual(piecesOf(before).length - changedPieces);
  expect(pieces.filter((piece) => kept.includes(piece))).toEqual(kept);
}

/** Expects the very same objects, one by one. */
function expectSame(after: readonly unknown[], before: readonly unknown[]): void {
  expect(after).toHaveLength(before.length);
  for (const [index, each] of before.entries()) expect(after[index]).toBe(each);
}

describe.each(interfaces)('a round trip of $name', ({ dialect, list, body, answer, items }) => {
  const read = (given: Body, strict: boolean): ModelRequest =>
    requestToContract(dialect, given, copying(strict), new KnownMessages(), dialect.offered(given));

  const write = (changed: ModelRequest, request: ModelRequest, given: Body): Body =>
    requestFromContract(dialect, changed, request, given, dialect.offered(given));

  test('gives back every native message and tool itself when nothing changed', () => {
    fc.assert(
      fc.property(body, fc.boolean(), fc.boolean(), (given, strict, copied) => {
        const request = read(given, strict);
        const changed = copied
          ? { ...request, messages: [...request.messages], tools: [...(request.tools ?? [])] }
          : { ...request };
        const native = write(changed, request, given);
        expect(native).toEqual(
          typeof given[list] === 'string' && copied ? { ...given, [list]: native[list] } : given,
        );
        const own = dictsOf(given[list]);
        expectSame(dictsOf(native[list]).slice(0, own.length), own);
        expectSame(dictsOf(native['tools']), dictsOf(given['tools']));
      }),
    );
  });

  test('gives back every native part itself when messages were only copied', () => {
    fc.assert(
      fc.property(body, fc.boolean(), (given, strict) => {
        const request = read(given, strict);
        const messages = request.messages.map((each) => ({ ...each, content: [...each.content] }));
        const native = write({ ...request, messages }, request, given);
        const before = dictsOf(given[list]);
        expect(messagesIn(native[list])).toHaveLength(messagesIn(given[list]).length);
        for (const [index, each] of before.entries())
          expectKept(dictsOf(native[list])[index]!, each, 0);
        expect(read(native, false).messages.map(({ content }) => shown(content))).toEqual(
          read(given, false).messages.map(({ content }) => shown(content)),
        );
      }),
    );
  });

  test('changes only the text that was changed', () => {
    fc.assert(
      fc.property(body, fc.nat(), fc.nat(), (given, pick, pickPart) => {
        const request = read(given, false);
        const speaking = [...request.messages.keys()].filter(
          (at) => pickText(request.messages[at]!.content, 0) !== -1,
        );
        if (speaking.length === 0) return;
        const index = speaking[pick % speaking.length]!;
        const place = pickText(request.messages[index]!.content, pickPart);
        const messages = request.messages.map((each, at) =>
          at === index ? { ...each, content: withWords(each.content, place) } : each,
        );
        const native = write({ ...request, messages }, request, given);
        const [before, after] = [dictsOf(given[list]), dictsOf(native[list])];
        const changed = index + Math.max(0, before.length - messages.length);
        const others = (each: readonly Body[]) => each.filter((_, at) => at !== changed);
        expectSame(
          others(after.slice(0, Math.max(before.length, 1))),
          before.length === 0 ? [] : others(before),
        );
        if (before[changed] !== undefined) expectKept(after[changed]!, before[changed], 1);
        expect(after[changed]!['role']).toBe(before[changed]?.['role'] ?? 'user');
        const again = read(native, false).messages.map(({ content }) => shown(content));
        expect(again).toEqual(messages.map(({ content }) => shown(content)));
      }),
    );
  });

  test('changes only the text that was changed in an answer', () => {
    fc.assert(
      fc.property(answer, fc.nat(), fc.boolean(), (given, pick, strict) => {
        const view = dialect.response(given, copying(strict));
        const place = pickText(view.content, pick);
        const content = withWords(view.content, place);
        const native = dialect.changedResponse({ ...view, content }, given, {});
        const [before, after] = [items(given), items(native)];
        expect(after).toHaveLength(before.length);
        const touched = before.filter((each, at) => {
          expectKept(after[at]!, each, 1);
          return after[at] !== each;
        });
        expect(touched).toHaveLength(place === -1 ? 0 : 1);
        expect(native['usage']).toBe(given['usage']);
        expect(shown(dialect.response(native, copying(false)).content)).toEqual(shown(content));
      }),
    );
  });
});
