import { deniedError, type Refusable } from '@interpose/adapter-kit';
import type { StreamCodec, StreamPiece } from '@interpose/core/adapter';
import { answerFromContract, answerToContract } from '../translate/answer.ts';
import { addUp, type ToyPart } from '../translate/native.ts';
import { partsOf, refusalAnswer } from '../translate/refusal.ts';

/** Reads and makes the parts of one streamed answer. */
export function streamCodec(run: Refusable): StreamCodec<ToyPart> {
  return {
    read: readPart,
    write: (part, text) => ({ ...part, text }) as ToyPart,
    collect: (parts) => answerToContract(addUp(parts)),
    compose: (response) => partsOf(answerFromContract(response)),
    refuse(refused) {
      if (refused.throws) return [{ type: 'error', error: deniedError(run, refused) }];
      run.refusal = refused.denial;
      return partsOf(refusalAnswer(refused.text));
    },
  };
}

function readPart(part: ToyPart): StreamPiece {
  switch (part.type) {
    case 'text':
      return { kind: 'delta', channel: 'text', id: 'text', text: part.text };
    case 'call':
      return { kind: 'call' };
    case 'error':
      return { kind: 'error', error: part.error };
    case 'end':
      return { kind: 'finish' };
  }
}
