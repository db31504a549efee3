import { hostsIn } from './hosts-in.ts';
import type { Entry } from './ledger.ts';
import { normalText, wordsOf } from './normal-text.ts';
import { TaintIndex } from './taint-index.ts';

/** What comparing needs of an entry; each part is made on first use, once per entry. */
export class EntryReading {
  readonly #text: string;
  #normal: string | undefined;
  #hosts: readonly string[] | undefined;
  #words: readonly string[] | undefined;
  #index: TaintIndex | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get normal(): string {
    return (this.#normal ??= normalText(this.#text));
  }

  get hosts(): readonly string[] {
    return (this.#hosts ??= hostsIn(this.#text));
  }

  get words(): readonly string[] {
    return (this.#words ??= wordsOf(this.#text));
  }

  get index(): TaintIndex {
    return (this.#index ??= new TaintIndex(this.#text));
  }
}

const readings = new WeakMap<Entry, EntryReading>();

/** The entry as it is compared; kept as long as the entry is. */
export function readEntry(entry: Entry): EntryReading {
  let reading = readings.get(entry);
  if (reading === undefined) {
    reading = new EntryReading(entry.text);
    readings.set(entry, reading);
  }
  return reading;
}
