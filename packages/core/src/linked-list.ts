/** What can stand in one list: it holds its own place there. */
export interface Linked<T> {
  previous: T | undefined;
  next: T | undefined;
}

/**
 * Objects in the order they came in, each of which leaves without being looked for. A Set that is filled and emptied all
 * the time makes a new table each time, which costs more than the call of a hook.
 */
export class LinkedList<T extends Linked<T>> {
  #first: T | undefined;
  #last: T | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  has(entry: T): boolean {
    return entry === this.#first || entry.previous !== undefined;
  }

  add(entry: T): void {
    const last = this.#last;
    entry.previous = last;
    if (last === undefined) this.#first = entry;
    else last.next = entry;
    this.#last = entry;
  }

  /** Does nothing where the entry is not in the list. */
  delete(entry: T): void {
    if (!this.has(entry)) return;
    const { previous, next } = entry;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    entry.previous = undefined;
    entry.next = undefined;
  }

  /** Those that are in it now, whatever comes and goes while they are looked at. */
  toArray(): T[] {
    const entries: T[] = [];
    for (let entry = this.#first; entry !== undefined; entry = entry.next) entries.push(entry);
    return entries;
  }
}
