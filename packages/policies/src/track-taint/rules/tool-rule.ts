import type { Asked } from './asked-words.ts';
import type { Reads } from '../provenance/passage.ts';

/**
 * What has to hold of one argument, in a word: see `must` of `ArgumentGuard`. `free` is nothing.
 *
 * @example
 * const guards: Record<string, GuardKind> = { recipient: 'trusted', body: 'not-copied', '*': 'free' };
 */
export type GuardKind = 'trusted' | 'untainted' | 'not-copied' | 'by-shape' | 'free';

/**
 * What has to hold of one argument, and what is let through beside. At least one of `must`, `links` and `oneOf` is given.
 *
 * @example
 * const url: ArgumentGuard = { must: 'be-trusted', compare: 'host', allow: [/^https:\/\/docs\.example\.com\//] };
 */
export interface ArgumentGuard {
  /**
   * `be-trusted`: the value was named by the user or came from a trusted source, so that nothing an attacker wrote can
   * get through, however it is encoded. `be-untainted`: the value does not derive from untrusted text; what the model
   * makes up itself passes. `fit-its-shape`: addresses, accounts and links have to be trusted, names and titles untainted,
   * a text for people may tell what was read as long as its links and addresses are sound, and what can carry nothing
   * passes: null, yes and no, dates, short numbers. `lead-nowhere`: only links are looked at, for tools that read.
   * `not-be-copied`: a text may tell what was read in other words, but repeats no run of more than `words` words of it.
   * By default `be-trusted` where `oneOf` is given, else nothing.
   */
  readonly must?:
    | 'be-trusted'
    | 'be-untainted'
    | 'not-be-copied'
    | 'fit-its-shape'
    | 'lead-nowhere';
  /** The longest run of words that `not-be-copied` lets a text share with untrusted ones; 8 by default. */
  readonly words?: number;
  /** `be-trusted`: every link and every host inside of the text leads to a host that was named, or to one of `hosts`. */
  readonly links?: 'be-trusted';
  /**
   * Tools, with `*` as elsewhere: what one of their results listed as a field or an item of its own passes too, as ids of
   * objects do.
   */
  readonly oneOf?: string | readonly string[];
  /**
   * `oneOf` holds only where the user speaks of all of them: a noun, or several, as in `channels` for "post it in every
   * channel", or a pattern.
   */
  readonly everyone?: string | readonly string[] | RegExp;
  /**
   * `text` by default; `host` compares the host of a URL; `words` takes trusted words in any order; for `topic` one word
   * of five letters or more is enough, as in a title, where little is at stake.
   */
  readonly compare?: 'text' | 'host' | 'words' | 'topic';
  /**
   * Whose word makes a value trusted: `authors`, the default, is the user's, that of trusted sources, and that of authors
   * whom the user named; `sources` leaves the authors out but for their addresses; `user` is the user's alone.
   */
  readonly whose?: 'authors' | 'sources' | 'user';
  /** Whether a value that a person let pass in one call passes in later ones: `session`, or `never`, the default. */
  readonly remember?: 'never' | 'session';
  /** Values that pass, exactly or by their whole shape. */
  readonly allow?: readonly (string | RegExp)[];
}

/** What to do with a call that is not let through. */
export type Refusal = 'ask' | 'deny';

/**
 * What the owner of an application knows of one tool.
 *
 * @example
 * const sendMoney: ToolRule = { effect: 'write', asksFor: /\b(pay|transfer)/i, guards: { recipient: 'trusted', amount: 'free' } };
 */
export interface ToolRule {
  /** `none` for a tool that changes nothing; its calls pass unless a guard holds them. By default what annotations say, else `write`. */
  readonly effect?: 'none' | 'write';
  /** `untrusted` by default. */
  readonly reads?: Reads;
  /** What a user says who wants this done, as a pattern or as what is wanted; without it, every call counts as asked for. */
  readonly asksFor?: RegExp | Asked;
  /** Whose word `asksFor` looks for: `user` by default; `authors` for that of authors, too, whom the user named. */
  readonly whose?: 'user' | 'authors';
  /**
   * By argument; `*` stands for those not named. An argument that nothing is said of has to be untainted; in a tool without
   * effect, it is free.
   */
  readonly guards?: Readonly<Record<string, GuardKind | ArgumentGuard>>;
  /** For a tainted argument of a call that was asked for; the policy's `onTainted` by default. */
  readonly onTainted?: Refusal;
  /** For a call with sound arguments that was not asked for; the policy's `onUnrequested` by default. */
  readonly onUnrequested?: Refusal | 'allow';
}
