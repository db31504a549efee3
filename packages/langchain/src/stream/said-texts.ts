import type { StreamPiece } from '@interpose/core/adapter';
import { kindOf, withoutOriginal, withText } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';

/** A chunk of the model, and how much of its text has been let out. */
interface Said {
  readonly chunk: GenerationChunk;
  /** The text that it is a piece of; a chunk with none leaves as soon as it may. */
  readonly block: string | undefined;
  readonly text: string;
  left: number;
  mayLeave: boolean;
}

/** Says that nothing more comes of a text, so that windows hold nothing of it any longer. */
export interface Ended {
  readonly ended: string;
}

/**
 * What a model said and what left of it. Windows cut a text anew; where hooks let all of it out as it was, its own chunks
 * leave in its place, in their order and with all that they carry. Where they changed it, nothing leaves that would tell
 * the original once more.
 */
export class SaidTexts {
  readonly #waiting: Said[] = [];
  readonly #said = new WeakMap<GenerationChunk, string | undefined>();
  readonly #written = new WeakMap<GenerationChunk, Pick<Said, 'block' | 'text'>>();
  readonly #changed = new Set<string | undefined>();
  #open: string | undefined;

  /** The model begins to answer, maybe once more. */
  begin(): void {
    this.#waiting.length = 0;
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

  /** The model said this. */
  read(chunk: GenerationChunk, piece: StreamPiece): void {
    const [block, text] = piece.kind === 'delta' ? [piece.id, piece.text] : [undefined, ''];
    this.#waiting.push({ chunk, block, text, left: 0, mayLeave: false });
  }

  /** This text of a block, which ends in the chunk `like` so far, stands for what the model said. */
  write(like: GenerationChunk, text: string): GenerationChunk {
    const made = withText(like, text);
    this.#remember();
    this.#written.set(made, { block: this.#said.get(like), text });
    return made;
  }

  /** What may leave once this chunk may. */
  leave(chunk: GenerationChunk): readonly GenerationChunk[] {
    // As nearly all do: nothing waits before it, and it is the model's own.
    if (this.#waiting.length === 1 && this.#waiting[0]?.chunk === chunk && this.#changed.size === 0)
      return [this.#waiting.pop()!.chunk];
    this.#remember();
    const written = this.#written.get(chunk);
    if (written !== undefined) this.#letOut(chunk, written);
    else if (this.#said.has(chunk)) this.#letWhole(chunk);
    else {
      // It stands for the whole answer.
      this.#waiting.length = 0;
      return [chunk];
    }
    return this.#first();
  }

  /** What may leave once nothing more of a block will come, or nothing more of any. */
  end(block?: string): readonly GenerationChunk[] {
    for (const said of [...this.#waiting])
      if (said.block !== undefined && (block ?? said.block) === said.block) this.#drop(said);
    return this.#first();
  }

  /** Only what has to wait is looked for later. */
  #remember(): void {
    for (const { chunk, block } of this.#waiting) this.#said.set(chunk, block);
  }

  #letWhole(chunk: GenerationChunk): void {
    const place = this.#waiting.findIndex((said) => said.chunk === chunk && !said.mayLeave);
    const said = this.#waiting[place] ?? {
      chunk,
      block: undefined,
      text: '',
      left: 0,
      mayLeave: true,
    };
    said.mayLeave = true;
    if (place === -1) this.#waiting.push(said);
    else if (said.text !== '')
      // Of what came before it hooks left nothing.
      for (const before of this.#waiting.slice(0, place))
        if (before.block === said.block) this.#drop(before);
  }

  #letOut(chunk: GenerationChunk, { block, text }: Pick<Said, 'block' | 'text'>): void {
    const waiting = this.#waiting.filter((said) => said.block === block && !said.mayLeave);
    const unsaid = waiting.map((said) => said.text.slice(said.left)).join('');
    if (this.#changed.has(block) || !unsaid.startsWith(text)) {
      const before = waiting.map((said) => said.text.slice(0, said.left)).join('');
      const place =
        waiting[0] === undefined ? this.#waiting.length : this.#waiting.indexOf(waiting[0]);
      const made = before === '' ? chunk : withText(chunk, before + text);
      this.#changed.add(block);
      this.#waiting.splice(place, 0, { chunk: made, block, text, left: 0, mayLeave: true });
      for (const said of waiting) this.#waiting.splice(this.#waiting.indexOf(said), 1);
      return;
    }
    let rest = text.length;
    for (const said of waiting) {
      const cut = Math.min(rest, said.text.length - said.left);
      said.left += cut;
      rest -= cut;
      said.mayLeave = said.left === said.text.length;
    }
  }

  /** Hooks left nothing of the rest of its text. */
  #drop(said: Said): void {
    if (said.mayLeave) return;
    this.#changed.add(said.block);
    const place = this.#waiting.indexOf(said);
    const kept = said.text.slice(0, said.left);
    const made = { ...said, chunk: withText(said.chunk, kept), mayLeave: true };
    this.#waiting.splice(place, 1, ...(kept === '' ? [] : [made]));
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
