import type { Message } from '@interpose/core';
import { addPrint, endOfSame } from '../values/data-print.ts';

/**
 * How the messages of one SDK are read.
 *
 * @example
 * const reading: MessageReading<{ text: string }> = {
 *   read: ({ text }) => ({ role: 'user', content: [{ type: 'text', text }] }),
 * };
 */
export interface MessageReading<Native extends object> {
  /** Makes the contract's message, frozen. */
  readonly read: (native: Native) => Message;
  /** What of a native message hooks get to see, where that is more than the plain data it is made of. */
  readonly seen?: (native: Native) => unknown;
  /** True where the SDK keeps its messages: another object is another message, whatever it says. */
  readonly isKept?: boolean;
}

/**
 * The messages of a conversation that grows. A message that was read before and still says the same is not read again,
 * whether the SDK sends the same object or makes it anew for each step: hooks get the same frozen object, and may
 * remember what they found in it. Where the SDK makes its messages anew, the adapter says which one it stands for.
 *
 * @example
 * const known = new KnownMessages();
 * const read = ({ text }: { text: string }): Message => ({ role: 'user', content: [{ type: 'text', text }] });
 * known.read([{ text: 'hello' }], { read })[0] === known.read([{ text: 'hello' }], { read })[0]; // => true
 */
export class KnownMessages {
  #messages: Message[] = [];
  #natives: object[] = [];
  /** What the native messages said, one behind the other, and how long the print of each is. */
  #print: unknown[] = [];
  #sizes: number[] = [];

  /** The messages from this place on, in a frozen list. */
  read<Native extends object>(
    natives: readonly Native[],
    { read, seen, isKept = false }: MessageReading<Native>,
    from: number = 0,
  ): readonly Message[] {
    let at = 0;
    const count = Math.max(natives.length - from, 0);
    for (let place = 0; place < count; place++) {
      const native = natives[from + place]!;
      const data = seen === undefined ? native : seen(native);
      const isKnown = place < this.#messages.length && !(isKept && this.#natives[place] !== native);
      if (!isKnown || endOfSame(data, this.#print, at) < 0) {
        this.#messages[place] = read(native);
        if (isKept) this.#natives[place] = native;
        this.#keepPrint(place, at, data);
      }
      at += this.#sizes[place]!;
    }
    this.#messages.length = this.#sizes.length = count;
    this.#natives.length = isKept ? count : 0;
    this.#print.length = at;
    return Object.freeze(this.#messages.slice());
  }

  /** Lets go of everything, for a run that is over. */
  forget(): void {
    this.#messages = [];
    this.#natives = [];
    this.#print = [];
    this.#sizes = [];
  }

  #keepPrint(place: number, at: number, data: unknown): void {
    const rest = this.#print.splice(at + (this.#sizes[place] ?? 0));
    this.#print.length = at;
    addPrint(this.#print, data);
    this.#sizes[place] = this.#print.length - at;
    for (const leaf of rest) this.#print.push(leaf);
  }
}
