import type { StreamPiece } from '@interpose/core/adapter';
import { callIndex, contentOfChunk } from './split.ts';
import { syntheticFrame } from '../../translate/chat/request-from-contract.ts';
import { isDict, textOf, type Body } from '../../translate/native.ts';
import { eventOf, isDone, type SsePart } from '../sse/part.ts';

const HELD: StreamPiece = { kind: 'call' };
const CONTENT: StreamPiece = { kind: 'content' };
const META: StreamPiece = { kind: 'meta' };
const FINISH: StreamPiece = { kind: 'finish' };

/** Tells what each event of one answer is, and makes events that belong to the same answer. */
export class ChunkReader {
  readonly #body: Body;
  #frame: Body | undefined;
  readonly #calls = new Map<string, string>();

  constructor(body: Body) {
    this.#body = body;
  }

  read(part: SsePart): StreamPiece {
    if (part.fails !== undefined) return { kind: 'error', error: part.fails.error };
    if (part.data === undefined) return isDone(part) ? FINISH : META;
    if (isDict(part.data['error'])) return { kind: 'error', error: part.data['error'] };
    const content = contentOfChunk(part.data);
    if (content === undefined) return CONTENT;
    this.#frame ??= frameOf(part.data);
    switch (content.kind) {
      case 'text':
      case 'refusal':
        return {
          kind: 'delta',
          channel: 'text',
          id: `${content.kind} ${content.choice}`,
          text: content.text,
        };
      case 'reasoning':
        return {
          kind: 'delta',
          channel: 'reasoning',
          id: `reasoning ${content.choice}`,
          text: content.text,
        };
      case 'call':
        return this.#readCall(content.call, content.choice);
      case 'finish':
      case 'usage':
        return FINISH;
      default:
        return CONTENT;
    }
  }

  /** Whoever reads the stream makes calls of what these add up to, so they wait for the verdict. */
  #readCall(call: Body, choice: number): StreamPiece {
    const key = `${choice} ${callIndex(call)}`;
    const id = textOf(call['id']) ?? '';
    if (id !== '') this.#calls.set(key, id);
    const text = isDict(call['function']) ? textOf(call['function']['arguments']) : undefined;
    if (text === undefined || text === '') return HELD;
    return {
      kind: 'delta',
      channel: 'tool-args',
      id: this.#calls.get(key) ?? key,
      text,
      held: true,
    };
  }

  /** A chunk of this answer. */
  chunk(delta: Body, finish: string | null = null, choice = 0): SsePart {
    const choices = [{ index: choice, delta, logprobs: null, finish_reason: finish }];
    return eventOf({ ...this.frame, choices });
  }

  /** The fields that every chunk of this answer shares. */
  get frame(): Body {
    return (this.#frame ??= frameOf(syntheticFrame('chat.completion.chunk', this.#body)));
  }
}

/** The fields every chunk of one answer shares. */
function frameOf(data: Body): Body {
  const { choices: _choices, usage: _usage, ...frame } = data;
  return frame;
}
