import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InterposeError } from '@interpose/core';

/** A piece of a file's text; the last piece may be the reason why there is no more. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'broken'; readonly reason: string };

/**
 * Reads the text of a file in pieces, and unpacks it if its first bytes are those of gzip.
 *
 * Throws `InterposeError` with code `recording_not_found` or `recording_unreadable` before the first piece. A later
 * failure, such as a truncated gzip file, is the last piece.
 */
export async function* readText(path: string | URL): AsyncGenerator<TextPiece, void, undefined> {
  const isPacked = await isGzip(path);
  const file = createReadStream(path);
  const decoder = new TextDecoder();
  try {
    for await (const bytes of isPacked ? unpack(file) : file) {
      yield { kind: 'text', text: decoder.decode(asBytes(bytes), { stream: true }) };
    }
    yield { kind: 'text', text: decoder.decode() };
  } catch (error) {
    const reason = `the file cannot be read on: ${messageOf(error)}`;
    yield { kind: 'text', text: decoder.decode() };
    yield { kind: 'broken', reason };
  } finally {
    file.destroy();
  }
}

function unpack(file: Readable): Readable {
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  return file.pipe(unpacked);
}

async function isGzip(path: string | URL): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
      return buffer[0] === 0x1f && buffer[1] === 0x8b;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function cannotRead(path: string | URL, error: unknown): InterposeError {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const [code, problem, remedy] = isAbsent
    ? ['recording_not_found', 'does not exist', 'give the path of a file of recorded runs']
    : [
        'recording_unreadable',
        `cannot be read: ${messageOf(error)}`,
        'give a file that may be read',
      ];
  return new InterposeError(code, `${String(path)} ${problem}`, remedy, { cause: error });
}

/** Returns a piece as bytes, which a stream without an encoding gives. */
function asBytes(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new TypeError('expected bytes from a stream without an encoding');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
