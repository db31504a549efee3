import { kindOf, withoutOriginal } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';

/**
 * What a model said and what left of it. Where hooks changed a text on its way, the metadata at the end would tell the
 * original once more.
 */
export class SaidTexts {
  readonly #unsaid = new Map<string, string>();
  #isChanged = false;

  /** The model said this. */
  read(channel: string, text: string): void {
    this.#unsaid.set(channel, `${this.#unsaid.get(channel) ?? ''}${text}`);
  }

  /** A chunk as it may leave. */
  leave(chunk: GenerationChunk): GenerationChunk {
    const told = kindOf(chunk);
    if (told.kind === 'text' || told.kind === 'reasoning') {
      const unsaid = this.#unsaid.get(told.kind) ?? '';
      if (unsaid.startsWith(told.text)) this.#unsaid.set(told.kind, unsaid.slice(told.text.length));
      else this.#isChanged = true;
    }
    if (told.kind !== 'finish' && told.kind !== 'empty') return chunk;
    const isDropped = [...this.#unsaid.values()].some((unsaid) => unsaid !== '');
    return this.#isChanged || isDropped ? withoutOriginal(chunk) : chunk;
  }
}
