import type { StreamPiece } from '@interpose/core/adapter';
import { kindOf, withoutOriginal, withText } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';

/** A chunk of the model, what was written in its place, or the end of a text. */
interface Said {
  readonly part: GenerationChunk | Ended;
  /** The text that it is a piece or the end of; a chunk with none leaves as soon as it may. */
  readonly block: string | undefined;
  mayLeave: boolean;
}

/** Says that nothing more comes of a text, so that windows hold nothing of it any longer. */
export interface Ended {
  readonly ended: string;
}

/** True for a part that says that a text has ended, and nothing else. */
export function isEnd(part: object): part is Ended {
  return 'ended' in part;
}

/**
 * The order in which a model said what leaves. Windows hold pieces of a text back: what came after them waits behind
 * them, and where hooks changed a text, nothing leaves that would tell the original once more.
 */
export class SaidTexts {
  #waiting: Said[] = [];
  /** What was written, with the chunk that it is like, and the texts of those. */
  readonly #written = new WeakMap<Said['part'], GenerationChunk>();
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
  read(part: Said['part'], piece: StreamPiece): StreamPiece {
    const isEmpty = piece.kind === 'delta' && piece.text === '';
    const isOfText = (piece.kind === 'delta' && !isEmpty) || piece.kind === 'close';
    this.#waiting.push({ part, block: isOfText ? piece.id : undefined, mayLeave: false });
    return isEmpty ? { kind: 'content' } : piece;
  }

  /** This text of a block that hooks changed, which ends in the chunk `like` so far, stands for what the model said. */
  write(like: GenerationChunk, text: string): GenerationChunk {
    const made = withText(like, text);
    const said = this.#waiting.find(({ part }) => part === like);
    if (said !== undefined) this.#blocks.set(like, said.block);
    this.#written.set(made, like);
    return made;
  }

  /** What may leave once this part may. */
  leave(part: Said['part']): readonly GenerationChunk[] {
    // As nearly all do: nothing waits before it, and it is the model's own.
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
      // Of what came before it hooks left nothing.
      this.#drop(block, place);
    } else {
      // It stands for the whole answer.
      this.#waiting = [{ part, block: undefined, mayLeave: true }];
    }
    return this.#first();
  }

  /** What may leave once nothing more will come. */
  end(): readonly GenerationChunk[] {
    for (const { block } of this.#waiting) this.#drop(block, this.#waiting.length);
    return this.#first();
  }

  /** It takes the place of what waits of its text, up to the chunk that it is like; else that of what left before it. */
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

  /** Hooks left nothing of this text, up to this place, but what may leave. */
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
