import type { StreamCodec } from '@interpose/core/adapter';
import { collectChunks } from './collect.ts';
import { writeChunk } from './split.ts';
import { composeChunks } from './compose.ts';
import { ChunkReader } from './reader.ts';
import { deniedError, mustThrow, refusalMessage } from '../../translate/refusal.ts';
import { DONE, type SsePart } from '../sse/part.ts';
import type { StreamedCall } from '../streamed-call.ts';

/** Reads and makes the events of one streamed completion. */
export function chatCodec({ run, body }: StreamedCall): StreamCodec<SsePart> {
  const reader = new ChunkReader(body);
  return {
    read: (part) => reader.read(part),
    write: writeChunk,
    collect: (parts) => collectChunks(parts, run.copy),
    compose: (response, original) => composeChunks(reader, response, original, run.copy),
    refuse(refused, started) {
      if (mustThrow(refused, body))
        return [{ raw: '', data: undefined, fails: { error: deniedError(run, refused) } }];
      run.refusal = refused.denial;
      const opening = started ? [] : [reader.chunk({ role: 'assistant', content: '' })];
      const { role: _said, ...delta } = refusalMessage(refused.text);
      return [...opening, reader.chunk(delta), reader.chunk({}, 'stop'), DONE];
    },
  };
}
