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
}

const NOTHING: readonly never[] = Object.freeze([]);

/** A list that an SDK sends at each step, read again only where it says something new. */
class KnownList<Value> {
  #values: readonly Value[] = NOTHING;
  #prints: readonly Print[] = NOTHING;
  /** The SDK's own objects, where it keeps them. */
  #natives: readonly unknown[] = NOTHING;

  /** The values from this place on, in a frozen list: the one of before where all say what they said. */
  read<Native>(
    natives: readonly Native[],
    { read, seen, isKept = false }: Reading<Native, Value>,
    from: number = 0,
  ): readonly Value[] {
    const known = this.#values;
    const count = Math.max(natives.length - from, 0);
    // Both are new lists, so that a value that cannot be read leaves what is known as it was.
    let values: Value[] | undefined;
    let prints: Print[] | undefined;
    for (let place = 0; place < count; place++) {
      const native = natives[from + place]!;
      const data = seen === undefined ? native : seen(native);
      const isKnown = place < known.length && !(isKept && this.#natives[place] !== native);
      const isOld = isKnown && isSame(data, this.#prints[place]!);
      if (isOld && values === undefined) continue;
      values ??= known.slice(0, place);
      prints ??= this.#prints.slice(0, place);
      values.push(isOld ? known[place]! : read(native));
      prints.push(isOld ? this.#prints[place]! : printOf(data));
    }
    if (values === undefined && count === known.length) return known;
    if (isKept) this.#natives = natives.slice(from);
    this.#prints = prints ?? this.#prints.slice(0, count);
    return (this.#values = Object.freeze(values ?? known.slice(0, count)));
  }

  /** Lets go of everything, for a run that is over. */
  forget(): void {
    this.#values = this.#natives = this.#prints = NOTHING;
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
