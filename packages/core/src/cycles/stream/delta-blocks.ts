import { asItIs, passGate } from '../../gate/run-gate.ts';
import type { StandingVerdict } from '../../context/refusal.ts';
import type { Emission, Payload } from '../../context/context-state.ts';
import type { StreamCodec } from '../../contract/adapter/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import type { EventHooks } from '../../registry/event-hooks.ts';
import { isThenable } from '../../maybe-promise.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import type { DeltaPiece, DeltaRuling } from './delta-ruling.ts';
import { heldBack } from './held-back.ts';
import { ANY_INTERFERENCE } from './stream-mode.ts';
import { WaitingParts } from './waiting-parts.ts';

interface Block<Part> {
  readonly channel: DeltaPiece['channel'];
  readonly id: string;
  readonly held: boolean;
  pending: string;
  sofar: string;
  last: Part;
  /** The parts whose texts are pending, if the codec keeps parts whole. */
  waiting?: WaitingParts<Part>;
}

const NOTHING = { kind: 'nothing' } as const;
const SOFAR_KEPT = 4096;

/** Runs the deltas of a stream through onResponseDelta, block by block, and holds back as much as a window asks for. */
export class DeltaBlocks<Part> {
  readonly #chat: RunningChat;
  readonly #slot: EventHooks;
  readonly #codec: StreamCodec<Part>;
  readonly #blocks = new Map<string, Block<Part>>();
  /** The blocks whose text a hook changed. */
  readonly #changed = new Set<string>();
  /** The released arguments of each call. */
  readonly #left = new Map<string, string>();
  #emission: Emission | undefined;

  constructor(chat: RunningChat, codec: StreamCodec<Part>) {
    this.#chat = chat;
    this.#slot = chat.registry.slot('onResponseDelta');
    this.#codec = codec;
  }

  /** Shows a delta to hooks that only watch. Their verdicts come too late for it. */
  watch(piece: DeltaPiece): MaybePromise<StandingVerdict | undefined> {
    const block = this.#blockOf(piece, undefined as Part);
    const shown = this.#show(block, piece.text, false, ANY_INTERFERENCE);
    block.sofar = keepTail(block.sofar + piece.text);
    return shown;
  }

  /** Takes a delta through the hooks and releases all text that no window holds back. */
  take(part: Part, piece: DeltaPiece): MaybePromise<DeltaRuling<Part>> {
    const block = this.#blockOf(piece, part);
    // The part is about the text before it, and there is no new text to ask about.
    if (piece.text === '' && this.#codec.keeps === true)
      return this.#rule(block, part, piece, undefined);
    block.last = part;
    const verdict = this.#show(block, block.pending + piece.text, false);
    return isThenable(verdict)
      ? this.#takeLater(block, part, piece, verdict)
      : this.#rule(block, part, piece, verdict);
  }

  /** Releases the text that windows still hold back of a block. The block is then done. */
  async close(id: string): Promise<DeltaRuling<Part>> {
    const block = this.#blocks.get(id);
    this.#blocks.delete(id);
    if (block === undefined || block.pending === '') return NOTHING;
    const verdict = await this.#show(block, block.pending, true);
    if (verdict?.decision === 'deny') return { kind: 'denied', denial: verdict };
    const text = this.#textAfter(verdict, block, block.pending);
    if (this.#keeps(block)) return this.#release(block, text.length, text);
    this.#leave(block, text, text.length);
    return text === ''
      ? NOTHING
      : { kind: 'part', part: this.#codec.write(this.bare(block.last, id), text), block };
  }

  /** Returns the part without content that may repeat a changed text, in this block or anywhere in the answer. */
  bare(part: Part, id?: string): Part {
    const changed = id === undefined ? this.#changed.size > 0 : this.#changed.has(id);
    return changed ? (this.#codec.bare?.(part) ?? part) : part;
  }

  /** Returns a part that repeats a whole block; if hooks changed the block, with its released text. */
  whole(part: Part, id: string): Part {
    if (!this.#changed.has(id)) return part;
    return this.#codec.write(this.bare(part, id), this.#left.get(id) ?? '');
  }

  /** Returns the blocks that are not closed yet. */
  open(): readonly string[] {
    return [...this.#blocks.keys()];
  }

  /** Apart, so that a delta makes no closure if no hook is awaited. */
  #takeLater(
    block: Block<Part>,
    part: Part,
    piece: DeltaPiece,
    verdict: PromiseLike<StandingVerdict | undefined>,
  ): PromiseLike<DeltaRuling<Part>> {
    return verdict.then((settled) => this.#rule(block, part, piece, settled));
  }

  #rule(
    block: Block<Part>,
    part: Part,
    piece: DeltaPiece,
    verdict: StandingVerdict | undefined,
  ): DeltaRuling<Part> {
    if (verdict?.decision === 'deny') return { kind: 'denied', denial: verdict };
    const whole = block.pending === '';
    const text = this.#textAfter(verdict, block, block.pending + piece.text);
    const keeps = this.#keeps(block);
    // The part came in without text because of other content, such as the signature of reasoning.
    if (piece.text === '' && text === block.pending && (whole || !keeps))
      return { kind: 'part', part: this.bare(part, block.id), block };
    const cut = text.length - heldBack(this.#chat, this.#slot, text);
    if (keeps && !(whole && cut === text.length)) {
      (block.waiting ??= new WaitingParts()).add(part, piece.text);
      return this.#release(block, cut, text);
    }
    const released = this.#leave(block, text, cut);
    if (released === '') return NOTHING;
    const left = this.bare(part, block.id);
    if (whole && released === piece.text) return { kind: 'part', part: left, block };
    return { kind: 'part', part: this.#codec.write(left, released), block };
  }

  /** Whether parts leave as they came: the codec keeps parts, and hooks have not changed this text. */
  #keeps({ id }: Block<Part>): boolean {
    return this.#codec.keeps === true && !this.#changed.has(id);
  }

  #release(block: Block<Part>, cut: number, text: string): DeltaRuling<Part> {
    const { parts, end } = block.waiting!.take(cut);
    this.#leave(block, text, end);
    const part = parts.pop();
    return part === undefined ? NOTHING : { kind: 'part', part, block, before: parts };
  }

  /** Notes how much of this text has left. */
  #leave(block: Block<Part>, text: string, end: number): string {
    const { channel, id } = block;
    const released = text.slice(0, end);
    block.pending = text.slice(end);
    block.sofar = keepTail(block.sofar + released);
    if (channel === 'tool-args') this.#left.set(id, (this.#left.get(id) ?? '') + released);
    return released;
  }

  #textAfter(verdict: StandingVerdict | undefined, { id }: Block<Part>, unchanged: string): string {
    if (verdict?.decision !== 'modify' || verdict.value === unchanged) return unchanged;
    this.#changed.add(id);
    return verdict.value as string;
  }

  #show(
    block: Block<Part>,
    delta: string,
    last: boolean,
    tooLate?: readonly Verb[],
  ): MaybePromise<StandingVerdict | undefined> {
    const { channel, sofar, id } = block;
    const payload: Payload = { delta, channel, sofar, last };
    if (channel === 'tool-args') payload['callId'] = id;
    return passGate(this.#chat, 'onResponseDelta', payload, this.#emitted(tooLate), asItIs);
  }

  /** Returns the emission, which is the same for every delta of an attempt. */
  #emitted(tooLate: readonly Verb[] | undefined): Emission {
    const { iteration, attempts: attempt } = this.#chat.calls;
    const known = this.#emission;
    if (known?.iteration === iteration && known.attempt === attempt && known.tooLate === tooLate)
      return known;
    return (this.#emission =
      tooLate === undefined ? { iteration, attempt } : { iteration, attempt, tooLate });
  }

  #blockOf(piece: DeltaPiece, part: Part): Block<Part> {
    const known = this.#blocks.get(piece.id);
    if (known !== undefined) return known;
    const { channel, id, held = false } = piece;
    const made: Block<Part> = { channel, id, held, pending: '', sofar: '', last: part };
    this.#blocks.set(id, made);
    this.#left.delete(id);
    return made;
  }
}

/** Limits the text that hooks may look back at, however long a stream runs. */
function keepTail(text: string): string {
  return text.length > 2 * SOFAR_KEPT ? text.slice(-SOFAR_KEPT) : text;
}
