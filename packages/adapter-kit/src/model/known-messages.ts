import type { Message, ToolSpec } from '@interpose/core';
import { isSame, printOf, type Print } from '../values/data-print.ts';

/**
 * How the messages of one SDK are read, or the tools that it offers.
 *
 * @example
 * const reading: Reading<{ text: string }, Message> = {
 *   read: ({ text }) => ({ role: 'user', content: [{ type: 'text', text }] }),
 * };
 */
export interface Reading<Native, Value> {
  /** Makes the contract's value, frozen. */
  readonly read: (native: Native) => Value;
  /** What of a native value hooks get to see, where that is more than the plain data it is made of. */
  readonly seen?: (native: Native) => unknown;
  /** True where the SDK keeps its objects: another object is another message, whatever it says. */
  readonly isKept?: boolean;
  /** True where an object that is frozen is so all the way down: a list that begins with the same ones says the same there. */
  readonly isFrozen?: boolean;
  /**
   * True where a native value says all that hooks see in a value, of which the host holds no part that it may change.
   * Quicker than a print, which is only taken of values that cannot be compared like that.
   */
  readonly says?: (native: Native, value: Value) => boolean;
}

const NOTHING: readonly never[] = Object.freeze([]);

interface Known<Value> {
  readonly value: Value;
  /** None where the value itself is compared. */
  readonly print: Print | undefined;
  /** The SDK's own object that it was read from, or that came last where those are frozen; kept only where it tells something. */
  native: unknown;
}

/** A list that an SDK sends at each step, read again only where it says something new. */
class KnownList<Value> {
  /** What was given last. */
  #values: readonly Value[] = NOTHING;
  #known: Known<Value>[] = [];

  /** The values from this place on, in a frozen list: the one of before where all say what they said. */
  read<Native>(
    natives: readonly Native[],
    { read, seen = (native) => native, isKept, isFrozen, says }: Reading<Native, Value>,
    from: number = 0,
  ): readonly Value[] {
    const count = natives.length - from;
    // What differs is kept aside, so that a value that cannot be read leaves what is known as it was.
    const fresh: Known<Value>[] = [];
    let isStart = true;
    for (let place = 0; place < count; place++) {
      const native = natives[from + place]!;
      const kept = (isKept || isFrozen) && native;
      const known = this.#known[place];
      const isItself = known?.native === native;
      isStart &&= isItself;
      if (isFrozen && isStart && Object.isFrozen(native)) continue;
      if (
        known !== undefined &&
        (isItself || !isKept) &&
        (known.print === undefined ? says!(native, known.value) : isSame(seen(native), known.print))
      ) {
        known.native = kept;
        if (fresh.length > 0) fresh.push(known);
      } else {
        const value = read(native);
        const print = says?.(native, value) ? undefined : printOf(seen(native));
        fresh.push({ value, print, native: kept });
      }
    }
    if (fresh.length === 0 && count === this.#known.length) return this.#values;
    if (fresh.length === count) this.#known = fresh;
    else this.#keep(count - fresh.length, fresh);
    return (this.#values = Object.freeze(this.#known.map(({ value }) => value)));
  }

  /** Keeps so many of those that are known, and these behind them. */
  #keep(before: number, fresh: readonly Known<Value>[]): void {
    // Setting a length costs more than comparing it, and most conversations only grow.
    if (before < this.#known.length) this.#known.length = before;
    for (const each of fresh) this.#known.push(each);
  }

  /** Lets go of everything, for a run that is over. */
  forget(): void {
    this.#values = NOTHING;
    this.#known = [];
  }
}

/** Tools that several runs offer, known as long as their owner is. */
const toolsOf = new WeakMap<object, KnownList<ToolSpec>>();

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
export class KnownMessages extends KnownList<Message> {
  readonly #tools = new KnownList<ToolSpec>();

  /**
   * Reads the tools that a step offers; those that say what they said before are not read again. Where they are those of
   * an `owner`, such as the app's own list of tools, other runs do not read them again either: what is read has to be
   * frozen all the way down then.
   */
  readTools<Native>(
    natives: readonly Native[],
    reading: Reading<Native, ToolSpec>,
    owner?: object,
  ): readonly ToolSpec[] {
    if (owner === undefined) return this.#tools.read(natives, reading);
    const known = toolsOf.get(owner) ?? new KnownList<ToolSpec>();
    toolsOf.set(owner, known);
    return known.read(natives, reading);
  }

  override forget(): void {
    super.forget();
    this.#tools.forget();
  }
}
