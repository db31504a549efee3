import type { Asked } from './asked-words.ts';
import type { Reads } from '../provenance/passage.ts';

/**
 * The condition for one argument, in one word: see `must` of `ArgumentGuard`. `free` is no condition.
 *
 * @example
 * const guards: Record<string, GuardKind> = { recipient: 'trusted', body: 'not-copied', '*': 'free' };
 */
export type GuardKind = 'trusted' | 'untainted' | 'not-copied' | 'by-shape' | 'free';

/**
 * The condition for one argument, and exceptions from it. Give at least one of `must`, `links` and `oneOf`.
 *
 * @example
 * const url: ArgumentGuard = { must: 'be-trusted', compare: 'host', allow: [/^https:\/\/docs\.example\.com\//] };
 */
export interface ArgumentGuard {
  /**
   * The condition. `be-trusted`: the user named the value, or it came from a trusted source, so that nothing an
   * attacker wrote passes, however it is encoded. `be-untainted`: the value does not come from untrusted text; values
   * that the model made up pass. `fit-its-shape`: addresses, accounts and links must be trusted, names and titles
   * untainted; a text for people may report what was read if its links and addresses are sound; null, yes and no, dates
   * and short numbers pass. `lead-nowhere`: only links are checked, for tools that read. `not-be-copied`: a text may
   * report what was read, but without more than `words` words in a row of it. Default: `be-trusted` with `oneOf`, else
   * none.
   */
  readonly must?:
    | 'be-trusted'
    | 'be-untainted'
    | 'not-be-copied'
    | 'fit-its-shape'
    | 'lead-nowhere';
  /** The most words in a row that `not-be-copied` lets a text share with untrusted text. Default: 8. */
  readonly words?: number;
  /** `be-trusted`: every link and host in the text leads to a host that was named, or to one of `hosts`. */
  readonly links?: 'be-trusted';
  /**
   * Tools (`*` as elsewhere) whose listed values pass too: a value that is a whole field or item of one of their
   * results, such as the id of an object.
   */
  readonly oneOf?: string | readonly string[];
  /**
   * Limits `oneOf` to users who speak of all of them: a noun or several, such as `channels` for "post it in every
   * channel", or a pattern.
   */
  readonly everyone?: string | readonly string[] | RegExp;
  /**
   * How values are compared. `host` compares the host of a URL; `words` takes trusted words in any order; for `topic`
   * one word of five letters or more is enough, for a title, where little is at stake. Default: `text`.
   */
  readonly compare?: 'text' | 'host' | 'words' | 'topic';
  /**
   * Whose texts make a value trusted. `authors`: the user, trusted sources, and authors whom the user named. `sources`:
   * the same, but only the addresses of authors. `user`: only the user. Default: `authors`.
   */
  readonly whose?: 'authors' | 'sources' | 'user';
  /** Whether a value that a person let pass in one call passes in later calls: `session`, or `never` (default). */
  readonly remember?: 'never' | 'session';
  /** Values that pass: exact texts, or patterns for the whole value. */
  readonly allow?: readonly (string | RegExp)[];
}

/** The answer to a call that does not pass. */
export type Refusal = 'ask' | 'deny';

/**
 * The settings for one tool, from the owner of the app.
 *
 * @example
 * const sendMoney: ToolRule = { effect: 'write', asksFor: /\b(pay|transfer)/i, guards: { recipient: 'trusted', amount: 'free' } };
 */
export interface ToolRule {
  /** `none`: it changes nothing; its calls pass unless a guard stops them. Default: annotations, else `write`. */
  readonly effect?: 'none' | 'write';
  /** How to read its results. Default: `untrusted`. */
  readonly reads?: Reads;
  /** The request that a user must have made: a pattern or a kind. Without it, every call counts as requested. */
  readonly asksFor?: RegExp | Asked;
  /** Who can make the request of `asksFor`: the `user` (default), or also `authors` whom the user named. */
  readonly whose?: 'user' | 'authors';
  /**
   * Guards by argument; `*` is for all others. An argument without a guard must be untainted; in a tool without effect,
   * it is free.
   */
  readonly guards?: Readonly<Record<string, GuardKind | ArgumentGuard>>;
  /** For a tainted argument of a requested call. Default: the policy's `onTainted`. */
  readonly onTainted?: Refusal;
  /** For a call with sound arguments that nobody requested. Default: the policy's `onUnrequested`. */
  readonly onUnrequested?: Refusal | 'allow';
}
