/** What can stand in one list: it holds its own place there. */
export interface Linked {
  previous?: Linked | undefined;
  next?: Linked | undefined;
}

/**
 * Objects in the order they came in, each of which leaves without being looked for. A Set that is filled and emptied all
 * the time makes a new table each time, which costs more than the call of a hook. The list is a ring, and closes it.
 */
export class LinkedList<T extends Linked> implements Linked {
  previous: Linked = this;
  next: Linked = this;

  get isEmpty(): boolean {
    return this.next === this;
  }

  add(entry: T): void {
    const last = this.previous;
    entry.previous = last;
    entry.next = this;
    last.next = this.previous = entry;
  }

  /** False where the entry was in no list. */
  delete(entry: T): boolean {
    const { previous, next } = entry;
    if (previous === undefined || next === undefined) return false;
    previous.next = next;
    next.previous = previous;
    entry.previous = entry.next = undefined;
    return true;
  }

  /** Those that are in it now, whatever comes and goes while they are looked at. */
  toArray(): T[] {
    const entries: T[] = [];
    for (let entry = this.next; entry !== this; entry = entry.next!) entries.push(entry as T);
    return entries;
  }
}
