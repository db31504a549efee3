import type { Asked } from './asked-words.ts';
import type { Reads } from '../provenance/passage.ts';

/**
 * What has to hold of one argument: `trusted`, `untainted`, or nothing, with what is let through beside.
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
   */
  readonly must: 'be-trusted' | 'be-untainted' | 'fit-its-shape' | 'lead-nowhere';
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
  /** By argument; `*` stands for those not named. Without any, every argument has to be untainted. */
  readonly guards?: Readonly<
    Record<string, 'trusted' | 'untainted' | 'by-shape' | 'free' | ArgumentGuard>
  >;
  /** For a tainted argument of a call that was asked for; the policy's `onTainted` by default. */
  readonly onTainted?: Refusal;
  /** For a call with sound arguments that was not asked for; the policy's `onUnrequested` by default. */
  readonly onUnrequested?: Refusal | 'allow';
}
