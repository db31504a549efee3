import type { Message, ToolSpec } from '@interpose/core';
import { isSame, printOf, type Print } from '../values/data-print.ts';
import { madeOnce } from '../run/made-once.ts';

/**
 * How an adapter reads the messages of its SDK, or the tools that it offers.
 *
 * @example
 * const reading: Reading<{ text: string }, Message> = {
 *   read: ({ text }) => ({ role: 'user', content: [{ type: 'text', text }] }),
 * };
 */
export interface Reading<Native, Value> {
  /** Makes the contract's value, frozen. */
  readonly read: (native: Native) => Value;
  /** Returns what hooks see of a native value, if that is more than its plain data. */
  readonly seen?: (native: Native) => unknown;
  /** True if the SDK keeps its objects: another object is then another message, even with the same content. */
  readonly isKept?: boolean;
  /** True if a frozen object is frozen at every depth: the same objects at the start of a list are not compared. */
  readonly isFrozen?: boolean;
  /**
   * Whether a native value has the same content as a value for hooks, and shares no part with it that the host may
   * change. This is quicker than a print, which is only taken of values that cannot be compared this way.
   */
  readonly says?: (native: Native, value: Value) => boolean;
}

const NOTHING: readonly never[] = Object.freeze([]);

interface Known<Value> {
  readonly value: Value;
  /** Undefined if `says` compares the value itself. */
  readonly print: Print | undefined;
  /** The SDK's object that the value was read from, or the latest equal one; false unless `isKept` or `isFrozen`. */
  native: unknown;
}

function itself(native: unknown): unknown {
  return native;
}

/** A list that an SDK sends at each step; only values with new content are read again. */
class KnownList<Value> {
  /** The list that was returned last. */
  #values: readonly Value[] = NOTHING;
  #known: Known<Value>[] = [];

  /** Returns the values from this place on as a frozen list; the same list as before if no content changed. */
  read<Native>(
    natives: readonly Native[],
    { read, seen = itself, isKept, isFrozen, says }: Reading<Native, Value>,
    from: number = 0,
  ): readonly Value[] {
    const count = natives.length - from;
    // New values are collected first, so that an error in reading leaves the known values as they were.
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

  /** Keeps this many of the known values, and adds the new ones after them. */
  #keep(before: number, fresh: readonly Known<Value>[]): void {
    // Setting a length costs more than comparing it, and most conversations only grow.
    if (before < this.#known.length) this.#known.length = before;
    for (const each of fresh) this.#known.push(each);
  }

  /** Forgets everything, for a run that is over. */
  forget(): void {
    this.#values = NOTHING;
    this.#known = [];
  }
}

/** The tools that several runs offer, by their owner; known as long as the owner lives. */
const toolsOf = new WeakMap<object, KnownList<ToolSpec>>();

/**
 * The messages of a growing conversation. A message with the same content as before is not read again, whether the SDK
 * sends the same object or a new one at each step: hooks get the same frozen object, and may remember what they found
 * in it. If the SDK sends new objects, the adapter records which one the message stands for.
 *
 * @example
 * const known = new KnownMessages();
 * const read = ({ text }: { text: string }): Message => ({ role: 'user', content: [{ type: 'text', text }] });
 * known.read([{ text: 'hello' }], { read })[0] === known.read([{ text: 'hello' }], { read })[0]; // => true
 */
export class KnownMessages extends KnownList<Message> {
  readonly #tools = new KnownList<ToolSpec>();

  /**
   * Returns the tools that a step offers; tools with the same content as before are not read again. With an `owner`,
   * such as the app's own list of tools, other runs do not read them again either; the values must then be frozen at
   * every depth.
   */
  readTools<Native>(
    natives: readonly Native[],
    reading: Reading<Native, ToolSpec>,
    owner?: object,
  ): readonly ToolSpec[] {
    if (owner === undefined) return this.#tools.read(natives, reading);
    return madeOnce(toolsOf, owner, () => new KnownList<ToolSpec>()).read(natives, reading);
  }

  override forget(): void {
    super.forget();
    this.#tools.forget();
  }
}
