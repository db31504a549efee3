import { decodedText } from '../text/decoded-forms.ts';
import { hostsIn } from '../text/hosts-in.ts';
import type { Entry } from './ledger.ts';
import { mailAddressesIn } from '../text/mail-addresses.ts';
import { normalText } from '../text/normal-text.ts';
import { BareText } from './taint-index.ts';

/** The forms of an entry for comparing; each is made once, on first use. */
export class EntryReading {
  readonly #text: string;
  #isRead = false;
  #normal: string | undefined;
  #hosts: readonly string[] | undefined;
  #words: ReadonlySet<string> | undefined;
  #mails: readonly string[] | undefined;
  #bare: BareText | undefined;
  #decoded: BareText | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether `read` was called, so that all forms exist. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Makes all forms now; the decoded form only for a foreign text. */
  read(isForeign: boolean): void {
    this.#isRead = true;
    void [this.normal, this.hosts, this.bare, isForeign && this.decoded];
  }

  get normal(): string {
    return (this.#normal ??= normalText(this.#text));
  }

  get hosts(): readonly string[] {
    return (this.#hosts ??= hostsIn(this.#text));
  }

  get words(): ReadonlySet<string> {
    return (this.#words ??= new Set(this.bare.words));
  }

  get mails(): readonly string[] {
    return (this.#mails ??= mailAddressesIn(this.#text));
  }

  get bare(): BareText {
    return (this.#bare ??= new BareText(this.#text));
  }

  /** The text with its encoded parts decoded, as a model can read it. */
  get decoded(): BareText {
    return (this.#decoded ??= this.#decode());
  }

  #decode(): BareText {
    const decoded = decodedText(this.#text);
    return decoded === this.#text ? this.bare : new BareText(decoded);
  }
}

const readings = new WeakMap<Entry, EntryReading>();

/** Returns the reading of an entry, kept as long as the entry. */
export function readEntry(entry: Entry): EntryReading {
  let reading = readings.get(entry);
  if (reading === undefined) {
    reading = new EntryReading(entry.text);
    readings.set(entry, reading);
  }
  return reading;
}
