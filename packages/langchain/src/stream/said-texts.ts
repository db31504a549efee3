import type { StreamPiece } from '@interpose/core/adapter';
import { kindOf, withoutOriginal, withText } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';

/** A chunk of the model, a chunk that hooks wrote in its place, or the end of a text. */
interface Said {
  readonly part: GenerationChunk | Ended;
  /** The text that this part belongs to or ends. A part without one does not depend on any text. */
  readonly block: string | undefined;
  mayLeave: boolean;
}

/** Ends a text: no more pieces of it will come, so that windows no longer hold any of it back. */
export interface Ended {
  readonly ended: string;
}

/** Whether this part only ends a text. */
export function isEnd(part: object): part is Ended {
  return 'ended' in part;
}

/**
 * Keeps the chunks of an answer in the model's order. Windows hold back pieces of a text, so later parts wait behind
 * them. If hooks changed a text, no chunk leaves that would repeat the original.
 */
export class SaidTexts {
  #waiting: Said[] = [];
  /** The written chunks, each with the last chunk that it stands for, and the texts of those. */
  readonly #written = new WeakMap<Said['part'], GenerationChunk>();
  readonly #blocks = new WeakMap<GenerationChunk, string | undefined>();
  readonly #changed = new Set<string | undefined>();
  #open: string | undefined;

  /** Starts again, because the model begins an answer, perhaps for a second time. */
  begin(): void {
    this.#waiting = [];
    this.#changed.clear();
    this.#open = undefined;
  }

  /** Adds an end of the open text before each chunk that begins another text. */
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

  /** Notes a chunk of the model. If it adds nothing to a text, as a signature does, it stays even if the text goes. */
  read(part: Said['part'], piece: StreamPiece): StreamPiece {
    const isEmpty = piece.kind === 'delta' && piece.text === '';
    const isOfText = (piece.kind === 'delta' && !isEmpty) || piece.kind === 'close';
    this.#waiting.push({ part, block: isOfText ? piece.id : undefined, mayLeave: false });
    return isEmpty ? { kind: 'content' } : piece;
  }

  /** Makes the chunk for a text that hooks changed. It stands for the model's chunks of that block, up to `like`. */
  write(like: GenerationChunk, text: string): GenerationChunk {
    const made = withText(like, text);
    const said = this.#waiting.find(({ part }) => part === like);
    if (said !== undefined) this.#blocks.set(like, said.block);
    this.#written.set(made, like);
    return made;
  }

  /** Returns the chunks that may leave, now that this part may leave. */
  leave(part: Said['part']): readonly GenerationChunk[] {
    // Nearly always, no other part waits, and hooks have changed no text.
    if (this.#waiting.length === 1 && this.#waiting[0]?.part === part && this.#changed.size === 0) {
      this.#waiting.pop();
      return isEnd(part) ? [] : [part];
    }
    const place = this.#waiting.findIndex((said) => said.part === part && !said.mayLeave);
    const like = this.#written.get(part);
    if (like !== undefined) this.#letWritten(part, like);
    else if (place !== -1) {
      const { block } = this.#waiting[place]!;
      this.#waiting[place]!.mayLeave = true;
      // Hooks removed the text before this part.
      this.#drop(block, place);
    } else {
      // The part stands for the whole answer.
      this.#waiting = [{ part, block: undefined, mayLeave: true }];
    }
    return this.#first();
  }

  /** Returns the chunks that may leave at the end of the answer. */
  end(): readonly GenerationChunk[] {
    for (const { block } of this.#waiting) this.#drop(block, this.#waiting.length);
    return this.#first();
  }

  /** Puts a written chunk in place of the waiting chunks of its text, up to `like`; or after those that have left. */
  #letWritten(part: Said['part'], like: GenerationChunk): void {
    const block = this.#blocks.get(like);
    const waits = this.#waiting.findIndex((said) => said.block === block && !said.mayLeave);
    const last = this.#waiting.findIndex((said) => said.part === like && !said.mayLeave);
    const before = this.#waiting.findLastIndex((said) => said.block === block && said.mayLeave);
    this.#drop(block, last + 1);
    this.#changed.add(block);
    const place = last === -1 ? before + 1 : waits;
    this.#waiting.splice(place, 0, { part, block, mayLeave: true });
  }

  /** Drops the waiting parts of a text, up to this place, because hooks removed the text. Those that may leave stay. */
  #drop(block: string | undefined, end: number): void {
    if (block === undefined) return;
    this.#waiting = this.#waiting.filter((said, at) => {
      const stays = at >= end || said.mayLeave || said.block !== block;
      if (!stays && !isEnd(said.part)) this.#changed.add(block);
      return stays;
    });
  }

  #first(): readonly GenerationChunk[] {
    let count = 0;
    while (this.#waiting[count]?.mayLeave === true) count += 1;
    const left = this.#waiting.splice(0, count);
    return left.flatMap(({ part }) => (isEnd(part) ? [] : [this.#bare(part)]));
  }

  #bare(chunk: GenerationChunk): GenerationChunk {
    if (this.#changed.size === 0) return chunk;
    const { kind } = kindOf(chunk);
    return kind === 'finish' || kind === 'empty' ? withoutOriginal(chunk) : chunk;
  }
}
