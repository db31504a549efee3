import { spend } from '../../shared/budget/work-budget.ts';
import type { Entry, Ledger } from './ledger.ts';
import { namedAuthors } from './named-authors.ts';
import { readEntry } from './read-entry.ts';
import { readInTurns } from './read-in-turns.ts';
import { localWords } from '../text/mail-addresses.ts';
import { wordsOf } from '../text/normal-text.ts';
import { derives, TaintIndex } from './taint-index.ts';
import { TrustedTexts } from './trusted-texts.ts';

/** What can be compared of a session's texts; it grows with the ledger, and is made anew when something was dropped. */
interface Compared {
  readonly foreign: TaintIndex;
  readonly known: TaintIndex;
  /** How many entries, from the first, have been looked at for `foreign`. */
  done: number;
}

/** What a ledger says about where values come from; made once per ledger, its parts when they are first asked for. */
export class Provenance {
  /** True while nothing untrusted can have steered the model. */
  readonly isClean: boolean;
  /** True when text was forgotten: what is not known to be trusted may then be anything. */
  readonly isForgetful: boolean;
  readonly #entries: readonly Entry[];
  #endorsed: readonly Entry[] | undefined;
  #user: TrustedTexts | undefined;
  #spoken: TrustedTexts | undefined;
  #heard: TrustedTexts | undefined;
  #own: TrustedTexts | undefined;
  #mails: ReadonlySet<string> | undefined;
  #ownMails: readonly string[] | undefined;
  #isNamed: ((author: string) => boolean) | undefined;
  readonly #compared: Compared;
  #isCompared = false;

  /** `before`: what a ledger said of which this one is a continuation. */
  constructor({ entries, dropped }: Ledger, before?: Provenance) {
    this.#entries = entries;
    this.#compared =
      before === undefined
        ? { foreign: new TaintIndex(), known: new TaintIndex(), done: 0 }
        : before.#compared;
    this.isForgetful = dropped > 0;
    this.isClean = dropped === 0 && !entries.some(isUntrusted);
  }

  /** Reads long texts that nobody read yet, leaving the loop to others in between; nothing where there are none. */
  prepare(): Promise<void> | undefined {
    // What was forgotten makes comparing useless: only trusted values pass.
    const take = (entry: Entry): void => {
      if (!this.isForgetful && isUntrusted(entry))
        this.#compared.foreign.add(readEntry(entry).decoded);
    };
    return readInTurns(this.#entries.slice(this.#compared.done), take);
  }

  /** What the user said. */
  get user(): TrustedTexts {
    return (this.#user ??= new TrustedTexts(this.#from('user')));
  }

  /** What the user said, and what those wrote whom the user named. */
  get spoken(): TrustedTexts {
    return (this.#spoken ??= new TrustedTexts([...this.#from('user'), ...this.#endorsedEntries()]));
  }

  /** The texts that count when it matters whose word a value is. */
  of(whose: 'authors' | 'sources' | 'user'): TrustedTexts {
    if (whose === 'user') return this.user;
    return whose === 'sources' ? this.#sources() : this.#authors();
  }

  /** True when the value, or a telling part of it, came out of untrusted text. */
  derives(value: string): boolean {
    const { foreign, known } = this.#comparedWhole();
    return derives(value, foreign, known);
  }

  /** True when the text repeats a run of more words than this of an untrusted one, which no known text has. */
  copies(text: string, most: number): boolean {
    const words = wordsOf(text);
    const { foreign, known } = this.#comparedWhole();
    return foreign.sharedRuns(words, most).some((run) => !known.holdsRun(run));
  }

  /** True when a result lists the value, as records do: a whole field or item, not a word of a sentence. */
  lists(value: string, isLister?: (tool: string) => boolean): boolean {
    const exact = literally(value);
    const pattern = new RegExp(
      String.raw`(?:(?:^|\n)[ \t]*(?:[-*][ \t])?|[:[{,|])[ \t]*(['"]?)${exact}\1[ \t]*(?:$|[\n,\]}|:])|=(['"])${exact}\2[\s/>]`,
    );
    return this.#entries.some(({ from, text, tool }) => {
      if (from === 'user') return false;
      if (isLister !== undefined && (tool === undefined || !isLister(tool))) return false;
      spend(text.length * PER_SOUGHT);
      if (!text.includes(value)) return false;
      spend(text.length * PER_SEARCHED);
      return pattern.test(text);
    });
  }

  /**
   * True when the user, or the app, named somebody whom this mail address belongs to by its own words, and no other
   * address that was read could be meant: a look-alike that somebody planted makes the name say nothing, and so does one
   * that may have been forgotten.
   */
  isNamedAlone(address: string): boolean {
    const bare = address.toLowerCase();
    if (!bare.includes('@') || this.isForgetful) return false;
    this.#mails ??= new Set(this.#from('untrusted').flatMap((entry) => readEntry(entry).mails));
    const isNamed = (this.#isNamed ??= namedBy([...this.#from('user'), ...this.#from('trusted')]));
    if (!this.#mails.has(bare) || !isNamed(bare)) return false;
    const words = localWords(bare).filter((word) => isNamed(word));
    // An address that the user wrote is the one that is meant.
    this.#ownMails ??= this.#from('user').flatMap((entry) => readEntry(entry).mails);
    const meant = [...this.#mails, ...this.#ownMails].filter(
      (other) => other !== bare && localWords(other).some((word) => words.includes(word)),
    );
    return meant.length === 0;
  }

  #comparedWhole(): Compared {
    if (!this.#isCompared) {
      this.#isCompared = true;
      const { foreign, known, done } = this.#compared;
      for (const entry of this.#entries.slice(done))
        if (isUntrusted(entry)) foreign.add(readEntry(entry).decoded);
      this.#compared.done = this.#entries.length;
      for (const entry of this.#heardEntries()) known.add(readEntry(entry).bare);
    }
    return this.#compared;
  }

  #authors(): TrustedTexts {
    return (this.#heard ??= new TrustedTexts(this.#heardEntries()));
  }

  /** Of authors only the addresses: who is meant by a name that the user said. */
  #sources(): TrustedTexts {
    return (this.#own ??= new TrustedTexts([
      ...this.#from('user'),
      ...this.#from('trusted'),
      ...this.#endorsedEntries().filter(isAddress),
    ]));
  }

  #heardEntries(): readonly Entry[] {
    return [...this.#from('user'), ...this.#from('trusted'), ...this.#endorsedEntries()];
  }

  #from(from: Entry['from']): readonly Entry[] {
    return this.#entries.filter((entry) => entry.from === from);
  }

  /** Untrusted texts of authors that the user named, and the addresses of those whom these authors name. */
  #endorsedEntries(): readonly Entry[] {
    return (this.#endorsed ??= endorsed(this.#from('user'), this.#entries.filter(isSigned)));
  }
}

/** What a character costs, in units of work: one that is passed over, one that is searched, and one that may name an author. */
const PER_SOUGHT = 0.01;
const PER_SEARCHED = 0.5;
const PER_NAMING = 6;

function endorsed(said: readonly Entry[], signed: readonly Entry[]): readonly Entry[] {
  if (signed.length === 0) return [];
  const isNamed = namedBy(said);
  const pointedAt = signed.filter(({ author }) => isNamed(author!));
  // One step further only who is meant by a name, not what they wrote.
  const isNamedThere = namedBy(pointedAt);
  const meant = signed.filter((entry) => isAddress(entry) && isNamedThere(entry.author!));
  return [...new Set([...pointedAt, ...meant])];
}

function isUntrusted({ from }: Entry): boolean {
  return from === 'untrusted';
}

function isSigned({ from, author }: Entry): boolean {
  return from === 'untrusted' && author !== undefined;
}

/** An author's address that stands by itself says no more than who is meant by the name. */
function isAddress({ text, author }: Entry): boolean {
  return text === author;
}

function namedBy(entries: readonly Entry[]): (author: string) => boolean {
  const said = entries.map(({ text }) => text).join('\n');
  spend(said.length * PER_NAMING);
  return namedAuthors(said);
}

function literally(text: string): string {
  return text.replace(/[^\w]/g, String.raw`\$&`);
}
