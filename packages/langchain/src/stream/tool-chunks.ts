import type { ChatRun } from '../run/host-run.ts';
import { parseObject } from './compose.ts';
import { callChunks, makeChunk } from './split-chunk.ts';
import type { GenerationChunk } from '../translate/native.ts';
import { isRefusal } from '../translate/refusal.ts';

interface StreamedCall {
  id: string;
  name: string;
  args: string;
  readonly chunks: GenerationChunk[];
}

/**
 * The pieces of calls in a stream. LangChain adds up all it was given, so a call that has left cannot be taken
 * back: they wait for the end of the answer, and are dropped where it is a refusal.
 */
export class ToolChunks {
  readonly #run: ChatRun;
  readonly #calls = new Map<number, StreamedCall>();

  constructor(run: ChatRun) {
    this.#run = run;
  }

  /** What may leave now. */
  take(chunk: GenerationChunk): readonly GenerationChunk[] {
    if (isRefusal(chunk)) this.#calls.clear();
    const pieces = callChunks(chunk);
    if (pieces.length > 0) {
      for (const piece of pieces) this.#keep(chunk, piece);
      return [];
    }
    const isEnd = typeof chunk.generationInfo?.['finish_reason'] === 'string';
    return isEnd ? [...this.flush(), chunk] : [chunk];
  }

  /** What was waiting; at the end of a stream. */
  flush(): readonly GenerationChunk[] {
    const { notes, tools } = this.#run;
    if (this.#calls.size > 0) notes.open.clear();
    const released = [...this.#calls].flatMap(([index, call]) => {
      const args = parseObject(call.args);
      notes.open.set(call.id, { id: call.id, name: call.name, args: args ?? {} });
      if (args !== undefined || tools.size === 0) return call.chunks;
      // LangChain would guess what the arguments might have become.
      notes.unparsed.set(call.id, call.args);
      return [callWithout(index, call)];
    });
    this.#calls.clear();
    return released;
  }

  #keep(
    chunk: GenerationChunk,
    { index = 0, id, name, args = '' }: ReturnType<typeof callChunks>[number],
  ): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', args: '', chunks: [] };
    call.id ||= id ?? '';
    call.name ||= name ?? '';
    call.args += args;
    call.chunks.push(chunk);
    this.#calls.set(index, call);
  }
}

function callWithout(index: number, { id, name, chunks }: StreamedCall): GenerationChunk {
  const piece = { type: 'tool_call_chunk', index, id, name, args: '{}' };
  return makeChunk({ content: '', tool_call_chunks: [piece] }, chunks[0]?.message.id, undefined);
}
