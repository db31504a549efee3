import { KnownMessages } from '@interpose/adapter-kit';
import type { Message, ModelRequest, Part } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { request as requests, response as responses } from '../../test/native-arbitraries.ts';
import { requestFromContract } from './request-from-contract.ts';
import { responseFromContract } from './response-from-contract.ts';
import type { NativeItem, NativeOutputItem, NativeRequest } from './native.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { requestToContract } from './request-to-contract.ts';
import { messagesOf } from './message-to-contract.ts';
import { responseToContract } from './response-to-contract.ts';

type Item = NativeItem | NativeOutputItem;

const WORDS = 'other words';
const same = <T>(value: T): T => value;
/** Copies values as a strict registry does, or returns them as they are. */
const copying = (strict: boolean): typeof same => (strict ? structuredClone : same);

function read(given: NativeRequest, strict: boolean): ModelRequest {
  return requestToContract(given, {
    model: 'm',
    copy: copying(strict),
    factsOf: () => undefined,
    known: new KnownMessages(),
  });
}

/** Returns the items of an input; a text becomes one user message. */
function itemsOf({ input }: NativeRequest): readonly Item[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

/** Returns the pieces of an item's content. */
function piecesOf(item: Item): readonly object[] {
  const { content } = item as { readonly content?: unknown };
  return Array.isArray(content) ? (content as readonly object[]) : [];
}

function withWords(content: readonly Part[], place: number): readonly Part[] {
  return content.map((part, index) => (index === place ? { type: 'text', text: WORDS } : part));
}

/** Picks the index of a text part by a number; -1 if there is none. */
function pickText(parts: readonly Part[], pick: number): number {
  const places = [...parts.keys()].filter((index) => parts[index]!.type === 'text');
  return places.length === 0 ? -1 : places[pick % places.length]!;
}

/** Checks that all pieces but this many are the native ones, and that the rest of the item is as before. */
function expectKept(item: Item, before: Item, changedPieces: number): void {
  const pieces = piecesOf(item);
  const kept = piecesOf(before).filter((piece) => pieces.includes(piece));
  expect(kept.length).toBeGreaterThanOrEqual(piecesOf(before).length - changedPieces);
  const { content: _before, id: _id, ...facts } = before as { content?: unknown; id?: unknown };
  expect(item).toMatchObject(facts);
}

/** Checks that both lists hold the very same objects. */
function expectSame(after: readonly unknown[], before: readonly unknown[]): void {
  expect(after).toHaveLength(before.length);
  for (const [index, each] of before.entries()) expect(after[index]).toBe(each);
}

/** Returns the items of an input; none for a text. */
function listOf(input: NativeRequest['input']): readonly Item[] {
  return typeof input === 'string' ? [] : input;
}

const contents = (messages: readonly Message[]): unknown => messages.map(({ content }) => content);

describe('a round trip through the contract', () => {
  test('gives back every native item, tool and setting itself when nothing changed', () => {
    fc.assert(
      fc.property(requests, fc.boolean(), fc.boolean(), (given, strict, listed) => {
        const request = read(given, strict);
        const lists = { messages: [...request.messages], tools: [...(request.tools ?? [])] };
        const native = requestFromContract({ ...request, ...(listed && lists) }, request, given);
        expect({ ...native, input: itemsOf(native) }).toEqual({ ...given, input: itemsOf(given) });
        expect(listed ? given.input : native.input).toBe(given.input);
        expectSame(typeof given.input === 'string' ? [] : itemsOf(native), listOf(given.input));
        expectSame(native.tools, given.tools);
        expect(native.modelSettings).toBe(given.modelSettings);
      }),
    );
  });

  test('gives back every native part itself when messages were only copied', () => {
    fc.assert(
      fc.property(requests, fc.boolean(), (given, strict) => {
        const request = read(given, strict);
        const messages = request.messages.map((each) => ({ ...each, content: [...each.content] }));
        const native = requestFromContract({ ...request, messages }, request, given);
        const [before, after] = [itemsOf(given), itemsOf(native)];
        expect(after).toHaveLength(before.length);
        for (const [index, each] of before.entries()) expectKept(after[index]!, each, 0);
        expect(contents(messagesOf([...after] as NativeItem[], same))).toEqual(
          contents(messagesOf([...before] as NativeItem[], same)),
        );
      }),
    );
  });

  test('changes only the text that was changed', () => {
    fc.assert(
      fc.property(requests, fc.nat(), fc.nat(), (given, pick, pickPart) => {
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
        const native = requestFromContract({ ...request, messages }, request, given);
        const [before, after] = [itemsOf(given), itemsOf(native)];
        expectKept(after[index]!, before[index]!, 1);
        const others = (list: readonly Item[]) => list.filter((_, at) => at !== index);
        expectSame(others(after), others(before));
        expect(contents(messagesOf([...after] as NativeItem[], same))).toEqual(contents(messages));
      }),
    );
  });

  test('gives back every item of an answer itself, but for a text that was changed', () => {
    fc.assert(
      fc.property(responses, fc.boolean(), fc.option(fc.nat()), (given, strict, pick) => {
        const view = responseToContract(given, copying(strict));
        const place = pick === null ? -1 : pickText(view.content, pick);
        const content = withWords(view.content, place);
        const native = responseFromContract({ ...view, content }, given, sdk);
        expect(native.output).toHaveLength(given.output.length);
        const changed = given.output.filter((each, at) => native.output[at] !== each);
        expect(changed).toHaveLength(place === -1 ? 0 : 1);
        for (const [at, each] of given.output.entries()) expectKept(native.output[at]!, each, 1);
        expect(native.usage).toBe(given.usage);
        expect(responseToContract(native, same).content).toEqual(content);
      }),
    );
  });
});

/** Nothing of the SDK is needed: token counts that did not change are not made anew. */
const sdk = {} as Sdk;
