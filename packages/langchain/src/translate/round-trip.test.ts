import { KnownMessages } from '@interpose/adapter-kit';
import type { ModelRequest, Part } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { answer, reasonedAnswer, request as requests } from '../../test/native-arbitraries.ts';
import type { ChatRun } from '../run/host-run.ts';
import { unparsedParts } from '../tools/waiting-calls.ts';
import { messageToContract } from './message-to-contract.ts';
import { answerIn, listIn, type NativeMessage, type NativeModel } from './native.ts';
import { requestFromContract } from './request-from-contract.ts';
import { requestToContract, type NativeRequest } from './request-to-contract.ts';
import { responseFromContract } from './response-from-contract.ts';
import { responseToContract } from './response-to-contract.ts';

const WORDS = 'other words';
const same = <T>(value: T): T => value;
/** Copies as a strict registry does, or not at all. */
const copying = (strict: boolean): typeof same => (strict ? structuredClone : same);
const model = { model: 'm' } as unknown as NativeModel; // only its name is read
const run = { tools: new Map() } as unknown as ChatRun; // only whether it has tools is read

function read(native: NativeRequest, strict: boolean): ModelRequest {
  return requestToContract(native, {
    model,
    copy: copying(strict),
    factsOf: () => undefined,
    known: new KnownMessages(),
  });
}

/** Returns the native objects that a message consists of. */
function piecesOf(message: NativeMessage): readonly unknown[] {
  const { tool_calls: calls = [], invalid_tool_calls: broken = [] } = answerIn(message);
  const blocks = listIn(message.content).filter((block) => typeof block === 'object');
  return [...blocks, ...calls, ...broken];
}

/** Returns the content as hooks see it: all the text, and everything else in order. */
function shown(content: readonly Part[]): unknown {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, others: content.filter(({ type }) => type !== 'text') };
}

function withWords(content: readonly Part[], place: number): readonly Part[] {
  return content.map((part, index) => (index === place ? { type: 'text', text: WORDS } : part));
}

/** Picks the place of a text part by a number; -1 if there is none. */
function pickText(parts: readonly Part[], pick: number): number {
  const places = [...parts.keys()].filter((index) => parts[index]!.type === 'text');
  return places.length === 0 ? -1 : places[pick % places.length]!;
}

/** Expects that all pieces but this many are the native ones, and that the message has the same id and name. */
function expectKept(message: NativeMessage, before: NativeMessage, changedPieces: number): void {
  const pieces = piecesOf(message);
  const kept = piecesOf(before).filter((piece) => pieces.includes(piece));
  expect(kept.length).toBeGreaterThanOrEqual(piecesOf(before).length - changedPieces);
  expect([message.id, message.name]).toEqual([before.id, before.name]);
}

/** Expects the very same objects in the same order. */
function expectSame(after: readonly unknown[], before: readonly unknown[]): void {
  expect(after).toHaveLength(before.length);
  for (const [index, each] of before.entries()) expect(after[index]).toBe(each);
}

const contents = (messages: readonly NativeMessage[]): unknown =>
  messages.map((message) => shown(messageToContract(message, same).content));

describe('a round trip through the contract', () => {
  test('gives back every native message, tool and setting itself when nothing changed', () => {
    fc.assert(
      fc.property(requests, fc.boolean(), fc.boolean(), (given, strict, listed) => {
        const request = read(given, strict);
        const lists = { messages: [...request.messages], tools: [...(request.tools ?? [])] };
        const native = requestFromContract({ ...request, ...(listed && lists) }, request, given);
        expectSame(native.messages, given.messages);
        expect(native.options).toEqual(given.options);
        expectSame(listIn(native.options.tools), listIn(given.options.tools));
      }),
    );
  });

  test('gives back every native part itself when messages were only copied', () => {
    fc.assert(
      fc.property(requests, fc.boolean(), (given, strict) => {
        const request = read(given, strict);
        const messages = request.messages.map((each) => ({ ...each, content: [...each.content] }));
        const native = requestFromContract({ ...request, messages }, request, given);
        expect(native.messages).toHaveLength(given.messages.length);
        for (const [index, each] of given.messages.entries())
          expectKept(native.messages[index]!, each, 0);
        expect(contents(native.messages)).toEqual(contents(given.messages));
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
        const leading = given.messages.length - messages.length;
        expectKept(native.messages[index + leading]!, given.messages[index + leading]!, 1);
        const others = (list: readonly NativeMessage[]) =>
          list.filter((_, at) => at !== index + leading);
        expectSame(others(native.messages), others(given.messages));
        expect(contents(native.messages.slice(leading))).toEqual(
          messages.map(({ content }) => shown(content)),
        );
      }),
    );
  });

  test('changes only the text that was changed in an answer', () => {
    fc.assert(
      fc.property(
        fc.oneof(answer, reasonedAnswer),
        fc.boolean(),
        fc.option(fc.nat()),
        (given, strict, pick) => {
          const see = (message: NativeMessage): readonly Part[] =>
            responseToContract(message, undefined, copying(strict), (each) =>
              unparsedParts(run, each),
            ).content;
          const view = responseToContract(given, undefined, copying(strict), (each) =>
            unparsedParts(run, each),
          );
          const place = pick === null ? -1 : pickText(view.content, pick);
          const content = withWords(view.content, place);
          const native = responseFromContract({ ...view, content }, given);
          expectKept(native, given, place === -1 ? 0 : 1);
          expect(native.usage_metadata).toBe(answerIn(given).usage_metadata);
          expect(shown(see(native))).toEqual(shown(content));
        },
      ),
    );
  });
});
