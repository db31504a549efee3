import { decodedText } from '../text/decoded-forms.ts';
import { hostsIn } from '../text/hosts-in.ts';
import type { Entry } from './ledger.ts';
import { mailAddressesIn } from '../text/mail-addresses.ts';
import { normalText } from '../text/normal-text.ts';
import { BareText } from './taint-index.ts';

/** What comparing needs of an entry; each part is made on first use, once per entry. */
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

  /** True once `read` was called: everything that comparing needs is there. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Makes every part now; of what is decoded only where the text is foreign. */
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

  /** As a model reads it that decodes what is encoded in it. */
  get decoded(): BareText {
    return (this.#decoded ??= this.#decode());
  }

  #decode(): BareText {
    const decoded = decodedText(this.#text);
    return decoded === this.#text ? this.bare : new BareText(decoded);
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
