import type { StreamCodec, StreamPiece } from '@interpose/core/adapter';
import type { CallRun } from '../../run/host-run.ts';
import { frameOf, refusalMessage, syntheticFrame } from '../../translate/chat/refusal.ts';
import { dictsOf, isDict, textOf, type Body } from '../../translate/native.ts';
import { refusalEvents } from '../../translate/refusal.ts';
import {
  CONTENT,
  DONE,
  eventOf,
  FINISH,
  HELD,
  pieceOf,
  REPEATING,
  type SsePart,
} from '../sse/part.ts';
import { collectChunks } from './collect.ts';
import { composeChunks } from './compose.ts';
import {
  bareChunk,
  callIndex,
  chunkOf,
  contentOf,
  inputOf,
  knownChunk,
  writeChunk,
  type ChunkContent,
} from './texts.ts';

/** Returns the codec that reads and makes the events of one streamed completion. */
export function chatCodec(run: CallRun, body: Body): StreamCodec<SsePart> {
  const reader = new ChunkReader(run, body);
  return {
    keeps: true,
    read: (part) => reader.read(part),
    write: (part, text) => ({ ...reader.opening(writeChunk(part, text)), bared: true }),
    bare: (part) => ({ ...reader.opening(bareChunk(part)), bared: true }),
    collect: (parts) => collectChunks(parts, run.copy),
    compose: (response, original) => composeChunks(reader.frame, response, original),
    refuse: (refused, started) =>
      refusalEvents(run, refused, body, () =>
        refusalChunks(reader.frame, refused.text, started && !reader.waits(0)),
      ),
  };
}

function refusalChunks(frame: Body, text: string, started: boolean): readonly SsePart[] {
  const opening = started ? [] : [chunkOf(frame, { role: 'assistant', content: '' })];
  const { role: _said, ...delta } = refusalMessage(text);
  return [...opening, chunkOf(frame, delta), chunkOf(frame, {}, 'stop'), DONE];
}

/** Says what each event of one answer is, and makes events that belong to the same answer. */
class ChunkReader {
  readonly #run: CallRun;
  /** The fields that chunks share, for an answer that the provider did not begin. */
  readonly #made: Body;
  #frame: Body | undefined;
  readonly #calls = new Map<string, string>();
  /** The last text. */
  #last: Extract<StreamPiece, { kind: 'delta' }> | undefined;
  /** The role of each choice that came with its first text, which hooks may still hold back. */
  readonly #roles = new Map<number, unknown>();

  constructor(run: CallRun, body: Body) {
    this.#run = run;
    this.#made = syntheticFrame('chat.completion.chunk', body);
  }

  read(part: SsePart): StreamPiece {
    const known = pieceOf(part);
    if (known !== undefined || part.data === undefined) return known ?? CONTENT;
    const content = contentOf(part);
    if (content === undefined) return CONTENT;
    this.#frame ??= frameOf(part.data);
    this.#noteRole(part.data, content);
    const { kind } = content;
    switch (kind) {
      case 'text':
      case 'refusal':
      case 'transcript':
      case 'reasoning':
        return (this.#last = {
          kind: 'delta',
          channel: kind === 'reasoning' ? kind : 'text',
          id: `${kind} ${content.choice}`,
          text: content.text,
        });
      case 'call':
        return this.#readCall(content.call, content.choice);
      case 'finish':
      case 'usage':
        return FINISH;
      case 'opening':
        return this.#hides && this.#last !== undefined && knownChunk(part) !== part
          ? { ...this.#last, text: '' } // Leaves after the text before it, which it may repeat.
          : CONTENT;
      default:
        // Audio, citations and unknown fields may repeat a text that a hook may still change; they wait for that text.
        return this.#hides ? REPEATING : CONTENT;
    }
  }

  /** True where hooks may change deltas. */
  get #hides(): boolean {
    return this.#run.opened?.intercepts('onResponseDelta') === true;
  }

  #noteRole({ choices }: Body, content: ChunkContent): void {
    if (content.kind === 'usage' || content.kind === 'opening') return;
    const [choice] = choices as readonly unknown[];
    const delta = isDict(choice) ? choice['delta'] : undefined;
    const role = isDict(delta) ? delta['role'] : undefined;
    if (typeof role === 'string') this.#roles.set(content.choice, role);
  }

  /** Whether the role of a choice may not have left yet. */
  waits(choice: number): boolean {
    return this.#roles.has(choice);
  }

  /** Adds the role that came with the first text of a choice to the choice's first changed event. */
  opening(part: SsePart): SsePart {
    const [choice] = dictsOf(part.data?.['choices']);
    const index = Number(choice?.['index'] ?? 0);
    const role = this.#roles.get(index);
    if (choice === undefined || role === undefined) return part;
    this.#roles.delete(index);
    const delta = { role, ...(isDict(choice['delta']) ? choice['delta'] : {}) };
    return eventOf({ ...part.data, choices: [{ ...choice, delta }] });
  }

  /** Reads a piece of a call. Whoever reads the stream runs the finished call, so its pieces wait for the verdict. */
  #readCall(call: Body, choice: number): StreamPiece {
    const key = `${choice} ${callIndex(call)}`;
    const id = textOf(call['id']) ?? '';
    if (id !== '') this.#calls.set(key, id);
    const [, field, called] = inputOf(call);
    const text = textOf(called[field]);
    if (text === undefined || text === '') return HELD;
    return {
      kind: 'delta',
      channel: 'tool-args',
      id: this.#calls.get(key) ?? key,
      text,
      held: true,
    };
  }

  /** The fields that every chunk of this answer shares. */
  get frame(): Body {
    return this.#frame ?? this.#made;
  }
}
