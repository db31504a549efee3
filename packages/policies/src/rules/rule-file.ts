import type { Dict } from '@interpose/core';

/**
 * Operators that must all hold of one value.
 *
 * @example
 * const test: RuleTest = { startsWith: 'https://', each: { endsWith: '@acme.com' } };
 */
export interface RuleTest {
  readonly equals?: unknown;
  readonly in?: readonly unknown[];
  readonly exists?: boolean;
  /** Of a text: a piece of it; of a list: an item. */
  readonly contains?: unknown;
  readonly startsWith?: string;
  readonly endsWith?: string;
  /** RE2 syntax, found anywhere in the text. */
  readonly matches?: string;
  readonly lessThan?: number;
  readonly atMost?: number;
  readonly greaterThan?: number;
  readonly atLeast?: number;
  /** Of a list: all items, and there is one. */
  readonly each?: RuleTest;
  /** Of a list: one item at least. */
  readonly some?: RuleTest;
}

/**
 * A condition on what the hook sees; `path` is written with dots, or as a list where a key holds one.
 *
 * @example
 * const large: RuleCondition = { not: { path: 'call.args.cents', is: { atMost: 1000 } } };
 */
export type RuleCondition =
  | { readonly all: readonly RuleCondition[] }
  | { readonly any: readonly RuleCondition[] }
  | { readonly not: RuleCondition }
  | { readonly path: string | readonly string[]; readonly is: RuleTest };

/**
 * A change of the value that the step runs with, at a path that begins with the event's slot.
 *
 * @example
 * const hide: Change = { redact: 'result', matching: '\\d{16}', with: '[card]' };
 */
export type Change =
  | { readonly set: string | readonly string[]; readonly to: unknown }
  | { readonly remove: string | readonly string[] }
  | {
      readonly redact: string | readonly string[];
      readonly matching?: string;
      readonly with?: string;
    };

/**
 * One rule: when it is about a step, and what it says then.
 *
 * @example
 * const rule: Rule = { on: 'preToolCall', tool: 'refund', args: { cents: { greaterThan: 1000 } }, decision: 'ask', reason: 'large refund' };
 */
export interface Rule {
  readonly name?: string;
  readonly on: string;
  readonly tool?: string | readonly string[];
  readonly agent?: string | readonly string[];
  /** Attributes of the user, each a value or a test. */
  readonly user?: Readonly<Record<string, unknown>>;
  /** Arguments of the call by path, each a value or a test. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly if?: RuleCondition;
  readonly decision: 'allow' | 'deny' | 'ask' | 'modify' | 'respond' | 'retry';
  readonly reason?: string;
  readonly code?: string;
  readonly message?: string;
  readonly timeoutMs?: number;
  readonly remember?: 'never' | 'chat' | 'session';
  readonly delayMs?: number;
  readonly outcome?: Dict;
  readonly changes?: readonly Change[];
}

/**
 * A file of rules, as `@interpose/policies/rules.schema.json` describes it.
 *
 * @example
 * const file: RuleFile = { default: 'deny', rules: [{ on: 'preToolCall', tool: 'search', decision: 'allow' }] };
 */
export interface RuleFile {
  readonly $schema?: string;
  /** The version of the form of this file: 1, also where it is left out. */
  readonly schema?: 1;
  readonly name?: string;
  /** Of these rules, for people; a digest of the rules is added to it. */
  readonly version?: string;
  /** Cases that `interpose test` runs; they decide nothing. */
  readonly tests?: readonly Dict[];
  /** What holds where no rule decides: for every event that a rule is about, or event by event. */
  readonly default: 'allow' | 'deny' | Readonly<Record<string, 'allow' | 'deny'>>;
  readonly rules: readonly Rule[];
}
