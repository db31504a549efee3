import type { StreamPiece } from '@interpose/core/adapter';
import { kindOf, withoutOriginal, withText } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';

/** A chunk of the model, or what was written in its place. */
interface Said {
  readonly chunk: GenerationChunk;
  /** The text that it is a piece of; a chunk with none leaves as soon as it may. */
  readonly block: string | undefined;
  mayLeave: boolean;
}

/** Says that nothing more comes of a text, so that windows hold nothing of it any longer. */
export interface Ended {
  readonly ended: string;
}

/**
 * The order in which a model said what leaves. Windows hold pieces of a text back: what came after them waits behind
 * them, and where hooks changed a text, nothing leaves that would tell the original once more.
 */
export class SaidTexts {
  #waiting: Said[] = [];
  /** The texts of the chunks that had to wait, and of those that were written. */
  readonly #blocks = new WeakMap<GenerationChunk, string | undefined>();
  readonly #changed = new Set<string | undefined>();
  #open: string | undefined;

  /** The model begins to answer, maybe once more. */
  begin(): void {
    this.#waiting = [];
    this.#changed.clear();
    this.#open = undefined;
  }

  /** The same chunks, with the end of a text where another begins: it leaves before that. */
  withEnds(chunks: readonly GenerationChunk[]): readonly (GenerationChunk | Ended)[] {
    const only = chunks.length === 1 ? chunks[0] : undefined;
    const ended = only && this.#endedBy(only);
    if (only !== undefined) return ended === undefined ? chunks : [{ ended }, only];
    return chunks.flatMap((chunk) => this.withEnds([chunk]));
  }

  #endedBy(chunk: GenerationChunk): string | undefined {
    const { kind } = kindOf(chunk);
    if (kind !== 'text' && kind !== 'reasoning') return undefined;
    const ended = this.#open;
    this.#open = kind;
    return ended === kind ? undefined : ended;
  }

  /** The model said this. What adds nothing to a text, as the signature of a thought, stays whatever becomes of that. */
  read(chunk: GenerationChunk, piece: StreamPiece): StreamPiece {
    const isDelta = piece.kind === 'delta';
    const block = isDelta && piece.text !== '' ? piece.id : undefined;
    this.#waiting.push({ chunk, block, mayLeave: false });
    return isDelta && block === undefined ? { kind: 'content' } : piece;
  }

  /** This text of a block that hooks changed, which ends in the chunk `like` so far, stands for what the model said. */
  write(like: GenerationChunk, text: string): GenerationChunk {
    const made = withText(like, text);
    this.#remember();
    this.#blocks.set(made, this.#blocks.get(like));
    return made;
  }

  /** What may leave once this chunk may. */
  leave(chunk: GenerationChunk): readonly GenerationChunk[] {
    // As nearly all do: nothing waits before it, and it is the model's own.
    if (this.#waiting.length === 1 && this.#waiting[0]?.chunk === chunk && this.#changed.size === 0)
      return [this.#waiting.pop()!.chunk];
    this.#remember();
    const said = this.#waiting.find((waits) => waits.chunk === chunk && !waits.mayLeave);
    if (said === undefined && !this.#blocks.has(chunk)) {
      // It stands for the whole answer.
      this.#waiting = [];
      return [chunk];
    }
    if (said === undefined) this.#letWritten(chunk, this.#blocks.get(chunk));
    else {
      said.mayLeave = true;
      // Of what came before it hooks left nothing.
      this.#drop((before) => before.block === said.block, this.#waiting.indexOf(said));
    }
    return this.#first();
  }

  /** What may leave once nothing more of a block will come, or nothing more of any. */
  end(ended?: string): readonly GenerationChunk[] {
    this.#drop(({ block }) => ended === undefined || ended === block);
    return this.#first();
  }

  /** Only what has to wait is looked for later. */
  #remember(): void {
    for (const { chunk, block } of this.#waiting) this.#blocks.set(chunk, block);
  }

  /** It takes the place of what waits of its text. */
  #letWritten(chunk: GenerationChunk, block: string | undefined): void {
    const isSame = (said: Said): boolean => said.block === block;
    const place = this.#waiting.findIndex((said) => isSame(said) && !said.mayLeave);
    this.#drop(isSame);
    this.#changed.add(block);
    const written = { chunk, block, mayLeave: true };
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, written);
  }

  /** Hooks left nothing of these texts but what may leave. */
  #drop(isGone: (said: Said) => boolean, end = this.#waiting.length): void {
    this.#waiting = this.#waiting.filter((said, at) => {
      const stays = at >= end || said.mayLeave || said.block === undefined || !isGone(said);
      if (!stays) this.#changed.add(said.block);
      return stays;
    });
  }

  #first(): readonly GenerationChunk[] {
    let count = 0;
    while (this.#waiting[count]?.mayLeave === true) count += 1;
    return this.#waiting.splice(0, count).map(({ chunk }) => this.#bare(chunk));
  }

  #bare(chunk: GenerationChunk): GenerationChunk {
    if (this.#changed.size === 0) return chunk;
    const { kind } = kindOf(chunk);
    return kind === 'finish' || kind === 'empty' ? withoutOriginal(chunk) : chunk;
  }
}
