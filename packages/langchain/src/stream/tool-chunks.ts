import type { ChatRun } from '../run/host-run.ts';
import { parseObject } from './compose.ts';
import { callChunks, makeChunk } from './split-chunk.ts';
import { StreamedCalls, type StreamedCall } from './streamed-calls.ts';
import type { GenerationChunk } from '../translate/native.ts';
import { keepsUnparsed } from '../tools/waiting-calls.ts';
import { isRefusal } from '../translate/refusal.ts';

/** A chunk that waits, and the call that it is a piece of. */
interface HeldChunk {
  readonly chunk: GenerationChunk;
  readonly call: StreamedCall | undefined;
}

/**
 * The pieces of calls in a stream. LangChain adds up all it was given, so a call that has left cannot be taken
 * back: they wait for the end of the answer with what comes after them, and are dropped where it is a refusal.
 */
export class ToolChunks {
  readonly #run: ChatRun;
  #calls = new StreamedCalls();
  #held: HeldChunk[] = [];

  constructor(run: ChatRun) {
    this.#run = run;
  }

  /** What may leave now. */
  take(chunk: GenerationChunk): readonly GenerationChunk[] {
    if (isRefusal(chunk)) this.#forget();
    const [piece] = callChunks(chunk);
    if (piece === undefined && this.#held.length === 0) return [chunk];
    this.#held.push({ chunk, call: piece && this.#calls.add(piece) });
    const isEnd = typeof chunk.generationInfo?.['finish_reason'] === 'string';
    return isEnd ? this.flush() : [];
  }

  /** What was waiting; at the end of a stream. */
  flush(): readonly GenerationChunk[] {
    const { notes } = this.#run;
    const guessed = new Set<StreamedCall>();
    if (this.#calls.all.length > 0) notes.open.clear();
    for (const call of this.#calls.all) {
      const args = parseObject(call.args);
      notes.open.set(call.id, { id: call.id, name: call.name, args: args ?? {} });
      if (args !== undefined || !keepsUnparsed(this.#run)) continue;
      // LangChain would guess what the arguments might have become.
      notes.unparsed.set(call.id, call.args);
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

/** In place of the first piece of a call that is no JSON the call without arguments, and nothing in place of the others. */
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
