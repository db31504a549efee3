/** An entry of a list. It stores its own place in the list, so it can be in one list only. */
export interface Linked {
  previous?: Linked | undefined;
  next?: Linked | undefined;
}

/**
 * A list in the order of adding, from which an entry is removed without a search. A Set that fills and empties all the
 * time keeps making new tables, which costs more than the call of a hook. The entries and the list itself form a ring.
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

  /** Removes an entry. Returns false if it was in no list. */
  delete(entry: T): boolean {
    const { previous, next } = entry;
    if (previous === undefined || next === undefined) return false;
    previous.next = next;
    next.previous = previous;
    entry.previous = entry.next = undefined;
    return true;
  }

  /** Returns the entries at this time, so that a loop over them is safe from later changes. */
  toArray(): T[] {
    const entries: T[] = [];
    for (let entry = this.next; entry !== this; entry = entry.next!) entries.push(entry as T);
    return entries;
  }
}
