import { KnownMessages } from '@interpose/adapter-kit';
import type { Message, ModelRequest, Part } from '@interpose/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { collectStream } from '../stream/collect.ts';
import { composeStream } from '../stream/compose.ts';
import { requestFromContract } from './request-from-contract.ts';
import { responseFromContract } from './response-from-contract.ts';
import type { NativeContent, NativeMessage, NativeParams, NativeStreamPart } from './native.ts';
import { requestToContract } from './request-to-contract.ts';
import { responseToContract } from './response-to-contract.ts';
import { generation, params, result, text } from '../../test/native-arbitraries.ts';

function read(given: NativeParams, strict: boolean): ModelRequest {
  const copy = <T>(value: T): T => (strict ? structuredCloneOf(value) : value);
  return requestToContract(given, {
    modelId: 'm',
    copy,
    factsOf: () => undefined,
    known: new KnownMessages(),
  });
}

/** Copies a value as a strict registry does; a value that cannot be copied is returned as it is. */
function structuredCloneOf<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

const copy = <T>(value: T): T => value;

function contents({ content }: NativeMessage): readonly unknown[] {
  return typeof content === 'string' ? [content] : content;
}

describe('a round trip through the contract', () => {
  test('gives back every native message, tool and setting itself when nothing changed', () => {
    fc.assert(
      fc.property(params, fc.boolean(), generation, (given, strict, version) => {
        const request = read(given, strict);
        const same = requestFromContract({ ...request }, request, given, version);
        expect(same.prompt.length).toBe(given.prompt.length);
        for (const [index, native] of (given.prompt as NativeMessage[]).entries())
          expect(same.prompt[index]).toBe(native);
        expect(same.tools).toBe(given.tools);
        expect(same.temperature).toBe(given.temperature);
      }),
    );
  });

  test('gives back every native part itself when messages and tools were only copied', () => {
    fc.assert(
      fc.property(params, fc.boolean(), generation, (given, strict, version) => {
        const request = read(given, strict);
        const messages = request.messages.map((each): Message => ({
          ...each,
          content: [...each.content],
        }));
        const changed: ModelRequest = {
          ...request,
          messages,
          ...(request.tools === undefined ? {} : { tools: [...request.tools] }),
        };
        const native = requestFromContract(changed, request, given, version);
        const before = given.prompt as NativeMessage[];
        for (const [index, each] of (native.prompt as NativeMessage[]).entries()) {
          for (const [place, part] of contents(each).entries())
            expect(part).toBe(contents(before[index]!)[place]);
          expect(each.providerOptions).toBe(before[index]?.providerOptions);
        }
        for (const [index, each] of (native.tools ?? []).entries())
          expect(each).toBe(given.tools?.[index]);
      }),
    );
  });

  test('changes only the part that was changed', () => {
    fc.assert(
      fc.property(params, text, generation, (given, words, version) => {
        const request = read(given, false);
        const index = request.messages.findIndex(
          (each) => each.role !== 'system' && each.content.some((part) => part.type === 'text'),
        );
        if (index === -1) return;
        const place = request.messages[index]!.content.findIndex((part) => part.type === 'text');
        const messages = request.messages.map((each, at) =>
          at === index
            ? {
                ...each,
                content: each.content.map((part, on): Part =>
                  on === place ? { ...part, type: 'text', text: words } : part,
                ),
              }
            : each,
        );
        const native = requestFromContract({ ...request, messages }, request, given, version);
        const changed = index + given.prompt.length - request.messages.length;
        const prompt = native.prompt as NativeMessage[];
        expect(contents(prompt[changed]!)[place]).toMatchObject({ type: 'text', text: words });
        for (const [at, each] of prompt.entries())
          expect(at === changed || each === given.prompt[at]).toBe(true);
      }),
    );
  });

  test('gives back every part of an answer itself when nothing changed', () => {
    fc.assert(
      fc.property(result, generation, (native, version) => {
        const response = responseToContract(native, copy);
        const same = responseFromContract(
          { ...response, content: [...response.content] },
          native,
          version,
        );
        for (const [index, part] of (native.content as NativeContent[]).entries())
          expect(same.content[index]).toBe(part);
        expect([same.usage, same.finishReason]).toEqual([native.usage, native.finishReason]);
        expect(same.usage).toBe(native.usage);
        expect(same.finishReason).toBe(native.finishReason);
      }),
    );
  });

  test('replays every stream part of an answer itself when nothing changed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('text', 'reasoning', 'tool-call', 'source'),
            fc.array(text, { maxLength: 3 }),
          ),
          { maxLength: 5 },
        ),
        generation,
        (blocks, version) => {
          const parts: NativeStreamPart[] = [
            ...blocks.flatMap(([kind, deltas], index) => blockParts(kind, deltas, String(index))),
            finish,
          ];
          const response = collectStream(parts, copy);
          const replayed = composeStream({ ...response }, parts, version);
          expect(replayed.length).toBe(parts.length);
          for (const [index, part] of parts.slice(0, -1).entries())
            expect(replayed[index]).toBe(part);
          expect(replayed.at(-1)).toEqual(finish);
        },
      ),
    );
  });
});

const finish = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'end' },
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
} as unknown as NativeStreamPart; // only what is read

function blockParts(kind: string, deltas: readonly string[], block: string): NativeStreamPart[] {
  const parts = ((): object[] => {
    if (kind === 'source')
      return [{ type: 'source', sourceType: 'url', id: block, url: 'https://x.example' }];
    if (kind === 'tool-call') {
      const argument = JSON.stringify({ deltas });
      return [
        { type: 'tool-input-start', id: block, toolName: 'search' },
        { type: 'tool-input-delta', id: block, delta: argument },
        { type: 'tool-input-end', id: block },
        { type: 'tool-call', toolCallId: block, toolName: 'search', input: argument },
      ];
    }
    return [
      { type: `${kind}-start`, id: block },
      ...deltas.map((delta) => ({ type: `${kind}-delta`, id: block, delta })),
      { type: `${kind}-end`, id: block },
    ];
  })();
  return parts as NativeStreamPart[];
}
