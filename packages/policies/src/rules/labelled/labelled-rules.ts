import { checkOptions, type Policy } from '@interpose/core';

import { trackTaint } from '../../track-taint/track-taint.ts';
import { isRecord } from '../../shared/values/is-record.ts';
import { readSource, type RuleSource } from '../rule-source.ts';
import { policyOf } from '../rules.ts';
import { readRules } from '../rules-file.ts';
import type { LabelledRuleFile } from './labelled-rule-file.ts';
import { limitCalls } from './limit-calls.ts';
import { readLabels } from './read-labels.ts';

/**
 * Makes the policies of rules that also say where values may come from: `rules`, then `limitCalls` if the file has
 * `calls`, and `trackTaint` if it has `labels`.
 *
 * @throws InterposeError `invalid_rules`, naming file, line and remedy.
 * @example
 * const policies = labelledRules({
 *   default: 'allow',
 *   rules: [{ on: 'preToolCall', tool: 'drop_*', decision: 'deny', reason: 'never' }],
 *   labels: { tools: { send_money: { guards: { recipient: 'trusted' } } } },
 * });
 * createHooks({ policies });
 */
export function labelledRules(
  source: string | LabelledRuleFile,
  options?: { readonly file?: string },
): readonly Policy[];
export function labelledRules(
  source: string | LabelledRuleFile,
  options: { readonly file?: string } = {},
  ...more: readonly unknown[]
): readonly Policy[] {
  checkOptions('labelledRules', options, ['file'], more);
  const read = readSource(source, options.file ?? 'rules');
  if (typeof read.value !== 'object' || read.value === null)
    throw read.fault([], 'holds no rules', 'write rules');
  const { calls, labels, ...own } = read.value as LabelledRuleFile;
  return [
    policyOf({ ...read, value: own }),
    ...(calls === undefined ? [] : [limitCalls(checkedCalls(calls, read))]),
    ...(labels === undefined ? [] : [trackTaint(readLabels(checkedLabels(labels, read), read))]),
  ];
}

/**
 * Makes the policies of a labelled rules file, read once; Node, Bun and Deno only. A file without `labels` and `calls`
 * gives one policy, as `rulesFile` makes it.
 *
 * @throws InterposeError `invalid_rules`, naming file, line and remedy, also for a file that cannot be read.
 * @example
 * createHooks({ policies: labelledRulesFile('learned.yaml') });
 */
export function labelledRulesFile(path: string): readonly Policy[] {
  return labelledRules(readRules(path), { file: path });
}

function checkedCalls(
  calls: NonNullable<LabelledRuleFile['calls']>,
  source: RuleSource,
): Readonly<Record<string, number>> {
  if (!isRecord(calls)) throw source.fault(['calls'], 'is no list of tools', 'write tool: number');
  for (const [tool, most] of Object.entries(calls))
    if (!Number.isInteger(most) || most < 1 || /[*|]/.test(tool))
      throw source.fault(['calls', tool], `is ${most}`, 'write tool: number');
  return calls;
}

const LABEL_KEYS = ['tools', 'hosts', 'onTainted', 'onUnrequested'];

function checkedLabels(
  labels: NonNullable<LabelledRuleFile['labels']>,
  source: RuleSource,
): NonNullable<LabelledRuleFile['labels']> {
  const remedy = `write ${LABEL_KEYS.join(', ')}`;
  if (typeof labels !== 'object' || labels === null)
    throw source.fault(['labels'], 'says nothing', remedy);
  const odd = Object.keys(labels).find((key) => !LABEL_KEYS.includes(key));
  if (odd !== undefined)
    throw source.fault(['labels', odd], 'is no key that is known here', remedy);
  return labels;
}
