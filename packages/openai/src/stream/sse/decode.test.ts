import { describe, expect, test } from 'vitest';

import { splitChunk, varyChunk } from '../chat/split.ts';
import { decodeEvents } from './decode.ts';
import { encodeEvents } from './encode.ts';
import type { SsePart } from './part.ts';

const encoder = new TextEncoder();
const event = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

function bodyOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(out) {
      for (const chunk of chunks) out.enqueue(chunk);
      out.close();
    },
  });
}

async function readAll<Part>(source: {
  getReader(): { read(): Promise<{ done: boolean; value: Part | undefined }> };
}): Promise<readonly Part[]> {
  const reader = source.getReader();
  const parts: Part[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read())
    parts.push(read.value!);
  return parts;
}

const SILENT = {
  run: { aborted: () => undefined },
  passing: () => undefined,
  ended: () => undefined,
  failed: () => undefined,
  left: () => undefined,
};

/** Returns the bytes that leave for a body that arrives in these chunks. */
function through(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<readonly Uint8Array[]> {
  return readAll<Uint8Array>(
    encodeEvents(decodeEvents(bodyOf(chunks), splitChunk, varyChunk), SILENT, (part) => part),
  );
}

const textsOf = (parts: readonly SsePart[]): unknown =>
  parts.map(({ data }) => JSON.stringify(data?.['choices']));

describe('the events of a body', () => {
  test('leave as the very bytes they came as, where nobody changed them and each came alone', async () => {
    const chunks = ['Grüße', ' an ', 'alle'].map((text) => encoder.encode(event(text)));
    const left = await through(chunks);
    expect(left.map((bytes, index) => bytes === chunks[index])).toEqual([true, true, true]);
  });

  test('say the same however the bytes are cut, also inside a character', async () => {
    const whole = encoder.encode(
      `${event('Grüße')}: comment\r\n\r\n${event('an 🌍')}data: [DONE]\n\n`,
    );
    const expected = textsOf(await readAll(decodeEvents(bodyOf([whole]), splitChunk, varyChunk)));
    expect(expected).toHaveLength(4);
    for (let size = 1; size < whole.length; size++) {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < whole.length; at += size) chunks.push(whole.slice(at, at + size));
      const parts = await readAll(decodeEvents(bodyOf(chunks), splitChunk, varyChunk));
      expect(textsOf(parts), `in chunks of ${size}`).toEqual(expected);
      expect(Buffer.concat(await through(chunks)), `in chunks of ${size}`).toEqual(
        Buffer.from(whole),
      );
    }
  });

  test.each(['\n\n', '\r\n\r\n', '\r\r', '\n\r\n', '\r\n\n'])(
    'are found before each %j, however the bytes are cut',
    async (blank) => {
      const sent = ['one', 'two', 'three'].map((text) => event(text).replace('\n\n', blank));
      const whole = encoder.encode(sent.join(''));
      for (let size = 1; size < whole.length; size++) {
        const chunks: Uint8Array<ArrayBuffer>[] = [];
        for (let at = 0; at < whole.length; at += size) chunks.push(whole.slice(at, at + size));
        const parts = await readAll(decodeEvents(bodyOf(chunks), splitChunk, varyChunk));
        const texts = JSON.stringify(textsOf(parts.filter(({ data }) => data !== undefined)));
        expect(texts, `in chunks of ${size}`).toMatch(/one.*two.*three/);
        expect(Buffer.concat(await through(chunks))).toEqual(Buffer.from(whole));
      }
    },
  );

  test('say what a parser reads, also where they differ in little', async () => {
    const frame = { id: 'c', obfuscation: 'x1' };
    const chunk = (content: unknown, more: object = {}): string => {
      const choices = [{ index: 0, delta: { content }, finish_reason: null }];
      return `data: ${JSON.stringify({ ...frame, choices, ...more })}\n\n`;
    };
    const sent = [
      chunk('one '),
      chunk('two '),
      chunk('three', { obfuscation: 'y' }),
      chunk('"quoted", \\ and \n'),
      chunk('"},"x":{"content":"'),
      chunk('', { obfuscation: '' }),
      chunk('four', { id: 'd' }),
      chunk('four', { content: 'four' }),
      chunk('five', { content: 'four' }),
      chunk('six', { content: 'seven' }),
      chunk(7),
      chunk('end', { choices: [{ index: 0, delta: { content: 'end' }, finish_reason: 'stop' }] }),
    ];
    const bytes = sent.map((text) => encoder.encode(text));
    const parts = await readAll(decodeEvents(bodyOf(bytes), (part) => [part], varyChunk));
    expect(parts.map(({ data }) => data)).toEqual(
      sent.map((text): unknown => JSON.parse(text.slice('data: '.length))),
    );
  });

  test.each(['data: [DONE]\n\n', 'data:[DONE]\r\n\r\n', 'data: [DONE] \n\n'])(
    'end with the end mark %j, and the body is left if it goes on',
    async (mark) => {
      let isLeft = false;
      const body = new ReadableStream<Uint8Array>({
        start: (out) => out.enqueue(encoder.encode(`${event('one')}${mark}data: more\n\n`)),
        cancel: () => void (isLeft = true),
      });
      const parts = await readAll<SsePart>(decodeEvents(body, splitChunk, varyChunk));
      expect(parts.map(({ raw }) => raw)).toEqual([event('one'), mark]);
      await expect.poll(() => isLeft).toBe(true);
    },
  );

  test('end for whoever leaves, and the body is left too', async () => {
    let reason: unknown;
    const body = new ReadableStream<Uint8Array>({
      cancel(given) {
        reason = given;
      },
    });
    const reader = decodeEvents(body, splitChunk, varyChunk).getReader();
    const waiting = reader.read();
    await reader.cancel('enough');
    await expect(waiting).resolves.toEqual({ done: true, value: undefined });
    expect(reason).toBe('enough');
  });
});
