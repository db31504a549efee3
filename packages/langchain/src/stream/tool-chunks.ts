import type { ChatRun } from '../run/host-run.ts';
import { parseObject } from './compose.ts';
import { callChunks, makeChunk } from './split-chunk.ts';
import { StreamedCalls, type StreamedCall } from './streamed-calls.ts';
import type { GenerationChunk } from '../translate/native.ts';
import { keepsUnparsed } from '../tools/waiting-calls.ts';
import { isRefusal } from '../translate/refusal.ts';

/** A chunk that waits, and the call whose piece it has. */
interface HeldChunk {
  readonly chunk: GenerationChunk;
  readonly call: StreamedCall | undefined;
}

/**
 * Holds back the pieces of calls in a stream. LangChain adds up all chunks, so a call that has left cannot be taken
 * back. The pieces and all later chunks wait for the end of the answer, and are dropped if it is a refusal.
 */
export class ToolChunks {
  readonly #run: ChatRun;
  #calls = new StreamedCalls();
  #held: HeldChunk[] = [];

  constructor(run: ChatRun) {
    this.#run = run;
  }

  /** Returns the chunks that may leave now. */
  take(chunk: GenerationChunk): readonly GenerationChunk[] {
    if (isRefusal(chunk)) this.#forget();
    const [piece] = callChunks(chunk);
    if (piece === undefined && this.#held.length === 0) return [chunk];
    this.#held.push({ chunk, call: piece && this.#calls.add(piece) });
    const isEnd = typeof chunk.generationInfo?.['finish_reason'] === 'string';
    return isEnd ? this.flush() : [];
  }

  /** Returns the waiting chunks at the end of a stream. */
  flush(): readonly GenerationChunk[] {
    const { memory } = this.#run;
    const guessed = new Set<StreamedCall>();
    if (this.#calls.all.length > 0) memory.open.clear();
    for (const call of this.#calls.all) {
      const args = parseObject(call.args);
      memory.open.set(call.id, { id: call.id, name: call.name, args: args ?? {} });
      if (args !== undefined || !keepsUnparsed(this.#run)) continue;
      // Without this, LangChain would guess the arguments.
      memory.unparsed.set(call.id, call.args);
      guessed.add(call);
    }
    const released = this.#held.flatMap((held) => withoutGuess(held, guessed));
    this.#forget();
    return released;
  }

  #forget(): void {
    this.#calls = new StreamedCalls();
    this.#held = [];
  }
}

/** For a call whose arguments are not JSON: replaces its first piece by a call with `{}` and drops the others. */
function withoutGuess(
  { chunk, call }: HeldChunk,
  guessed: ReadonlySet<StreamedCall>,
): readonly GenerationChunk[] {
  if (call === undefined || !guessed.has(call)) return [chunk];
  const { id, name, index } = call;
  if (call.args === '') return [];
  call.args = '';
  const whole = { type: 'tool_call_chunk', index, id, name, args: '{}' };
  return [makeChunk({ content: '', tool_call_chunks: [whole] }, chunk.message.id, undefined)];
}
