import { spend } from '../../shared/budget/work-budget.ts';
import type { Entry, Ledger } from './ledger.ts';
import { namedAuthors } from './named-authors.ts';
import { readEntry } from './read-entry.ts';
import { readInTurns } from './read-in-turns.ts';
import { localWords } from '../text/mail-addresses.ts';
import { wordsOf } from '../text/normal-text.ts';
import { derives, TaintIndex } from './taint-index.ts';
import { TrustedTexts } from './trusted-texts.ts';

/** The indexes of a session's texts. They grow with the ledger, and are rebuilt when entries were dropped. */
interface Compared {
  readonly foreign: TaintIndex;
  readonly known: TaintIndex;
  /** The number of entries, from the first, that `foreign` contains. */
  done: number;
}

/** Answers from a ledger where values come from. Made once for each ledger; its parts are made on first use. */
export class Provenance {
  /** Whether no untrusted text can have steered the model. */
  readonly isClean: boolean;
  /** Whether text was forgotten: then a value that is not known to be trusted may have any source. */
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

  /** Takes a ledger, and the provenance of an earlier ledger that this one continues. */
  constructor({ entries, dropped }: Ledger, before?: Provenance) {
    this.#entries = entries;
    this.#compared =
      before === undefined
        ? { foreign: new TaintIndex(), known: new TaintIndex(), done: 0 }
        : before.#compared;
    this.isForgetful = dropped > 0;
    this.isClean = dropped === 0 && !entries.some(isUntrusted);
  }

  /** Reads long unread texts in several turns of the event loop; undefined when there are none. */
  prepare(): Promise<void> | undefined {
    // After something was forgotten, comparing is useless: only trusted values pass.
    const take = (entry: Entry): void => {
      if (!this.isForgetful && isUntrusted(entry))
        this.#compared.foreign.add(readEntry(entry).decoded);
    };
    return readInTurns(this.#entries.slice(this.#compared.done), take);
  }

  /** The texts of the user. */
  get user(): TrustedTexts {
    return (this.#user ??= new TrustedTexts(this.#from('user')));
  }

  /** The texts of the user and of the authors whom the user named. */
  get spoken(): TrustedTexts {
    return (this.#spoken ??= new TrustedTexts([...this.#from('user'), ...this.#endorsedEntries()]));
  }

  /** Returns the texts of these speakers, which make a value trusted. */
  of(whose: 'authors' | 'sources' | 'user'): TrustedTexts {
    if (whose === 'user') return this.user;
    return whose === 'sources' ? this.#sources() : this.#authors();
  }

  /** Whether the value, or a characteristic part of it, comes from untrusted text. */
  derives(value: string): boolean {
    const { foreign, known } = this.#comparedWhole();
    return derives(value, foreign, known);
  }

  /** Whether a text repeats more than `most` words in a row of an untrusted text that no known text has. */
  copies(text: string, most: number): boolean {
    const words = wordsOf(text);
    const { foreign, known } = this.#comparedWhole();
    return foreign.sharedRuns(words, most).some((run) => !known.holdsRun(run));
  }

  /** Whether a result lists the value as a whole field or item, as records do, not as a word in a sentence. */
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
   * Whether the words of this mail address name somebody whom the user or the app named, and no other address that was
   * read fits the name. A planted look-alike makes the answer false, and so does forgotten text.
   */
  isNamedAlone(address: string): boolean {
    const bare = address.toLowerCase();
    if (!bare.includes('@') || this.isForgetful) return false;
    this.#mails ??= new Set(this.#from('untrusted').flatMap((entry) => readEntry(entry).mails));
    const isNamed = (this.#isNamed ??= namedBy([...this.#from('user'), ...this.#from('trusted')]));
    if (!this.#mails.has(bare) || !isNamed(bare)) return false;
    const words = localWords(bare).filter((word) => isNamed(word));
    // An address that the user wrote is a candidate too, because the user may mean it.
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

  /** Returns the trusted texts; from authors only their addresses, which say who is meant by a name. */
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

  /** Returns untrusted texts of authors whom the user named, and the addresses of people whom these authors name. */
  #endorsedEntries(): readonly Entry[] {
    return (this.#endorsed ??= endorsed(this.#from('user'), this.#entries.filter(isSigned)));
  }
}

/** The cost of a character in units of work: when it is skipped, searched, or may name an author. */
const PER_SOUGHT = 0.01;
const PER_SEARCHED = 0.5;
const PER_NAMING = 6;

function endorsed(said: readonly Entry[], signed: readonly Entry[]): readonly Entry[] {
  if (signed.length === 0) return [];
  const isNamed = namedBy(said);
  const pointedAt = signed.filter(({ author }) => isNamed(author!));
  // One step further, only addresses count, not texts.
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

/** Whether an entry is an author's address alone, which says only who is meant by a name. */
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
