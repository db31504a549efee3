import type { ChatRun } from '../run/host-run.ts';
import { parseObject } from './compose.ts';
import { callChunks, makeChunk } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';
import { keepsUnparsed } from '../tools/waiting-calls.ts';
import { isRefusal } from '../translate/refusal.ts';

interface StreamedCall {
  id: string;
  name: string;
  args: string;
}

/**
 * The pieces of calls in a stream. LangChain adds up all it was given, so a call that has left cannot be taken
 * back: they wait for the end of the answer with what comes after them, and are dropped where it is a refusal.
 */
export class ToolChunks {
  readonly #run: ChatRun;
  readonly #calls = new Map<number, StreamedCall>();
  #held: GenerationChunk[] = [];

  constructor(run: ChatRun) {
    this.#run = run;
  }

  /** What may leave now. */
  take(chunk: GenerationChunk): readonly GenerationChunk[] {
    if (isRefusal(chunk)) this.#forget();
    const pieces = callChunks(chunk);
    for (const piece of pieces) this.#note(piece);
    if (pieces.length === 0 && this.#held.length === 0) return [chunk];
    this.#held.push(chunk);
    const isEnd = typeof chunk.generationInfo?.['finish_reason'] === 'string';
    return isEnd ? this.flush() : [];
  }

  /** What was waiting; at the end of a stream. */
  flush(): readonly GenerationChunk[] {
    const { notes } = this.#run;
    const guessed = new Map<number, StreamedCall>();
    if (this.#calls.size > 0) notes.open.clear();
    for (const [index, call] of this.#calls) {
      const args = parseObject(call.args);
      notes.open.set(call.id, { id: call.id, name: call.name, args: args ?? {} });
      if (args !== undefined || !keepsUnparsed(this.#run)) continue;
      // LangChain would guess what the arguments might have become.
      notes.unparsed.set(call.id, call.args);
      guessed.set(index, call);
    }
    const released = this.#held.flatMap((chunk) => withoutGuess(chunk, guessed));
    this.#forget();
    return released;
  }

  #forget(): void {
    this.#calls.clear();
    this.#held = [];
  }

  #note({ index = 0, id, name, args = '' }: ReturnType<typeof callChunks>[number]): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', args: '' };
    call.id ||= id ?? '';
    call.name ||= name ?? '';
    call.args += args;
    this.#calls.set(index, call);
  }
}

/** In place of the first piece of a call that is no JSON the call without arguments, and nothing in place of the others. */
function withoutGuess(
  chunk: GenerationChunk,
  guessed: Map<number, StreamedCall>,
): readonly GenerationChunk[] {
  const [piece] = callChunks(chunk);
  const index = piece?.index ?? 0;
  const call = piece === undefined ? undefined : guessed.get(index);
  if (call === undefined) return [chunk];
  const { id, name } = call;
  if (call.args === '') return [];
  call.args = '';
  const whole = { type: 'tool_call_chunk', index, id, name, args: '{}' };
  return [makeChunk({ content: '', tool_call_chunks: [whole] }, chunk.message.id, undefined)];
}
