import type { Dict } from '@interpose/core';

/**
 * Operators that must all hold for one value.
 *
 * @example
 * const test: RuleTest = { startsWith: 'https://', each: { endsWith: '@acme.com' } };
 */
export interface RuleTest {
  readonly equals?: unknown;
  readonly in?: readonly unknown[];
  readonly exists?: boolean;
  /** For a text: a part of it. For a list: an item. */
  readonly contains?: unknown;
  readonly startsWith?: string;
  readonly endsWith?: string;
  /** A pattern in RE2 syntax that is found anywhere in the text. */
  readonly matches?: string;
  readonly lessThan?: number;
  readonly atMost?: number;
  readonly greaterThan?: number;
  readonly atLeast?: number;
  /** For a list: all items fit, and there is at least one. */
  readonly each?: RuleTest;
  /** For a list: at least one item fits. */
  readonly some?: RuleTest;
}

/**
 * A condition on the context of a hook. `path` is written with dots, or as a list if a key contains a dot.
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
 * A change of the value that the step runs with. Its path begins with the event's slot.
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
 * One rule: the steps it applies to, and its decision.
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
  /** The version of this file's form. Default: 1. */
  readonly schema?: 1;
  readonly name?: string;
  /** The version of these rules, for people; a digest of the rules is added. */
  readonly version?: string;
  /** Cases for `interpose test`; they decide nothing. */
  readonly tests?: readonly Dict[];
  /** The decision if no rule decides: for every event that has rules, or for each event. */
  readonly default: 'allow' | 'deny' | Readonly<Record<string, 'allow' | 'deny'>>;
  readonly rules: readonly Rule[];
}
