import type { StreamCodec, StreamPiece } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { AnyVerdict, DenyVerdict, Verb } from '../../contract/decisions/verdict.ts';
import type { EventHooks } from '../../registry/event-hooks.ts';
import { isThenable } from '../../gate/call-hook.ts';
import type { Payload } from '../../gate/context/context-state.ts';
import type { EventContext } from '../../gate/context/event-context.ts';
import { reportHookError } from '../../records/tell-observers.ts';
import type { Ruling } from '../../gate/run-gate.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import { ANY_INTERFERENCE } from './stream-mode.ts';

/** The end of a block. */
export type ClosePiece = Extract<StreamPiece, { kind: 'close' }>;

/** A delta piece of a stream. */
export type DeltaPiece = Extract<StreamPiece, { kind: 'delta' }>;

/** What a delta became: a part to let out, nothing yet, or a deny. */
export type DeltaRuling<Part> =
  | { readonly kind: 'part'; readonly part: Part; readonly block: Pick<DeltaPiece, 'id' | 'held'> }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'denied'; readonly ctx: EventContext; readonly verdict: DenyVerdict };

interface Block<Part> {
  readonly channel: DeltaPiece['channel'];
  readonly id: string;
  readonly held: boolean;
  pending: string;
  sofar: string;
  last: Part;
}

const NOTHING = { kind: 'nothing' } as const;
const SOFAR_KEPT = 4096;

/** Runs the deltas of a stream through onResponseDelta, block by block, holding back what a window asks for. */
export class DeltaBlocks<Part> {
  readonly #chat: RunningChat;
  readonly #slot: EventHooks;
  readonly #codec: StreamCodec<Part>;
  readonly #blocks = new Map<string, Block<Part>>();

  constructor(chat: RunningChat, codec: StreamCodec<Part>) {
    this.#chat = chat;
    this.#slot = chat.registry.slot('onResponseDelta');
    this.#codec = codec;
  }

  /** Shows a delta to hooks that only watch; what they say comes too late. */
  watch(piece: DeltaPiece): { readonly ctx: EventContext; readonly ruling: MaybePromise<Ruling> } {
    const block = this.#blockOf(piece, undefined as Part);
    const shown = this.#show(block, piece.text, false, ANY_INTERFERENCE);
    block.sofar = keepTail(block.sofar + piece.text);
    return shown;
  }

  /** Takes a delta through the hooks and lets out what no window holds. */
  take(part: Part, piece: DeltaPiece): MaybePromise<DeltaRuling<Part>> {
    const block = this.#blockOf(piece, part);
    block.last = part;
    const untouched = block.pending === '';
    const { ctx, ruling } = this.#show(block, block.pending + piece.text, false);
    const settle = (settled: Ruling): DeltaRuling<Part> => {
      const text = textOfRuling(ctx, settled, untouched ? piece.text : block.pending + piece.text);
      return typeof text === 'string'
        ? this.#release(block, part, piece, text, untouched)
        : { kind: 'denied', ctx, verdict: text };
    };
    return isThenable(ruling) ? ruling.then(settle) : settle(ruling);
  }

  /** Lets out what the windows of a block still hold; the block is done. */
  async close(id: string): Promise<DeltaRuling<Part>> {
    const block = this.#blocks.get(id);
    this.#blocks.delete(id);
    if (block === undefined || block.pending === '') return NOTHING;
    const { ctx, ruling } = this.#show(block, block.pending, true);
    const text = textOfRuling(ctx, await ruling, block.pending);
    if (typeof text !== 'string') return { kind: 'denied', ctx, verdict: text };
    return text === ''
      ? NOTHING
      : { kind: 'part', part: this.#codec.write(block.last, text), block };
  }

  /** The blocks that are not closed yet. */
  open(): readonly string[] {
    return [...this.#blocks.keys()];
  }

  #release(
    block: Block<Part>,
    part: Part,
    piece: DeltaPiece,
    text: string,
    untouched: boolean,
  ): DeltaRuling<Part> {
    const cut = text.length - this.#held(text);
    const released = text.slice(0, cut);
    block.pending = text.slice(cut);
    if (released === '') return NOTHING;
    block.sofar = keepTail(block.sofar + released);
    if (untouched && released === piece.text) return { kind: 'part', part, block };
    return { kind: 'part', part: this.#codec.write(part, released), block };
  }

  #held(text: string): number {
    let held = 0;
    for (const hook of this.#slot.plan.hooks) {
      if (hook.window === 0 || hook.monitor || hook.disposed) continue;
      held = Math.max(
        held,
        typeof hook.window === 'number'
          ? hook.window
          : this.#askWindow(hook.label, hook.window, text),
      );
    }
    const cut = text.length - Math.min(held, text.length);
    return isLowSurrogate(text, cut) ? text.length - cut + 1 : text.length - cut;
  }

  #askWindow(label: string, window: (pending: string) => number, text: string): number {
    try {
      const held = window(text);
      return held >= 0 ? held : text.length;
    } catch (error) {
      reportHookError(this.#chat, label, 'onResponseDelta', error, 'hook_failed');
      return text.length;
    }
  }

  #show(
    block: Block<Part>,
    delta: string,
    last: boolean,
    tooLate?: readonly Verb[],
  ): { readonly ctx: EventContext; readonly ruling: MaybePromise<Ruling> } {
    const { channel, sofar, id } = block;
    const payload: Payload = { delta, channel, sofar, last };
    if (channel === 'tool-args') payload['callId'] = id;
    const { iteration, attempts: attempt } = this.#chat.calls;
    const emission =
      tooLate === undefined ? { iteration, attempt } : { iteration, attempt, tooLate };
    return this.#chat.gate('onResponseDelta', payload, emission);
  }

  #blockOf(piece: DeltaPiece, part: Part): Block<Part> {
    const known = this.#blocks.get(piece.id);
    if (known !== undefined) return known;
    const made: Block<Part> = {
      channel: piece.channel,
      id: piece.id,
      held: piece.held === true,
      pending: '',
      sofar: '',
      last: part,
    };
    this.#blocks.set(piece.id, made);
    return made;
  }
}

function textOfRuling(ctx: EventContext, ruling: Ruling, unchanged: string): string | DenyVerdict {
  if (ruling === ctx) return unchanged;
  const verdict = ruling as AnyVerdict;
  if (verdict.decision === 'modify') return verdict.value as string;
  return verdict.decision === 'deny' ? verdict : unchanged;
}

/** Keeps what hooks may look back at bounded, however long a stream runs. */
function keepTail(text: string): string {
  return text.length > 2 * SOFAR_KEPT ? text.slice(-SOFAR_KEPT) : text;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = at > 0 && at < text.length ? text.charCodeAt(at) : 0;
  return unit >= 0xdc00 && unit <= 0xdfff;
}
