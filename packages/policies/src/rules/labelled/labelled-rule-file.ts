import type { Asked } from '../../track-taint/rules/asked-words.ts';
import type { ArgumentGuard, GuardKind, Refusal } from '../../track-taint/rules/tool-rule.ts';
import type { RuleFile } from '../rule-file.ts';

/**
 * How to read the result of a tool: a trust level, or one of the built-in readers. `receipt` is the short answer of a
 * tool that writes.
 *
 * @example
 * const label: ToolLabel = { reads: 'mails' satisfies ReadLabel };
 */
export type ReadLabel =
  | 'trusted'
  | 'neutral'
  | 'untrusted'
  | 'ignored'
  | 'receipt'
  | 'mails'
  | 'calendar'
  | 'chat'
  | 'web'
  | 'search';

/**
 * The settings of `trackTaint` for one tool, as a file writes them.
 *
 * @example
 * const label: ToolLabel = { asksFor: ['paying'], guards: { recipient: 'trusted', amount: 'free' }, onTainted: 'deny' };
 */
export interface ToolLabel {
  readonly effect?: 'none' | 'write';
  readonly reads?: ReadLabel;
  /** The kinds of request; one of them is enough. */
  readonly asksFor?: Asked | readonly Asked[];
  readonly whose?: 'user' | 'authors';
  readonly guards?: Readonly<Record<string, GuardKind | ArgumentGuard>>;
  readonly onTainted?: Refusal;
  readonly onUnrequested?: Refusal | 'allow';
}

/**
 * A file of rules that also says where values may come from (`@interpose/policies/labelled-rules.schema.json`).
 *
 * @example
 * const file: LabelledRuleFile = {
 *   default: 'allow',
 *   rules: [{ on: 'preToolCall', tool: 'drop_*', decision: 'deny', reason: 'never' }],
 *   calls: { send_money: 2 },
 *   labels: { onTainted: 'ask', tools: { send_money: { guards: { recipient: 'trusted' } } } },
 * };
 */
export interface LabelledRuleFile extends RuleFile {
  /** The calls that a session may make, by tool. A person is asked about any further call. */
  readonly calls?: Readonly<Record<string, number>>;
  /** The options of `trackTaint`. Without them the policy is left out. */
  readonly labels?: {
    readonly tools?: Readonly<Record<string, ToolLabel>>;
    readonly hosts?: readonly string[];
    readonly onTainted?: Refusal;
    readonly onUnrequested?: Refusal;
  };
}
