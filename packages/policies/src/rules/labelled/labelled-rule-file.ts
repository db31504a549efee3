import type { Asked } from '../../track-taint/rules/asked-words.ts';
import type { ArgumentGuard, GuardKind, Refusal } from '../../track-taint/rules/tool-rule.ts';
import type { RuleFile } from '../rule-file.ts';

/**
 * How the result of a tool is read, in a word: a trust, or one of the ready readers; `receipt` is the short answer of a tool
 * that writes.
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
 * What `trackTaint` is told of one tool, as a file says it.
 *
 * @example
 * const label: ToolLabel = { asksFor: ['paying'], guards: { recipient: 'trusted', amount: 'free' }, onTainted: 'deny' };
 */
export interface ToolLabel {
  readonly effect?: 'none' | 'write';
  readonly reads?: ReadLabel;
  /** Any of these is enough. */
  readonly asksFor?: Asked | readonly Asked[];
  readonly whose?: 'user' | 'authors';
  readonly guards?: Readonly<Record<string, GuardKind | ArgumentGuard>>;
  readonly onTainted?: Refusal;
  readonly onUnrequested?: Refusal | 'allow';
}

/**
 * A file of rules that also says where values may come from, as `@interpose/policies/labelled-rules.schema.json` describes it.
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
  /** By tool, how many calls a session may make; a person is asked about the next. */
  readonly calls?: Readonly<Record<string, number>>;
  /** What `trackTaint` is made with; without it, there is no such policy. */
  readonly labels?: {
    readonly tools?: Readonly<Record<string, ToolLabel>>;
    readonly hosts?: readonly string[];
    readonly onTainted?: Refusal;
    readonly onUnrequested?: Refusal;
  };
}
