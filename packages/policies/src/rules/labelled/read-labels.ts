import { InterposeError } from '@interpose/core';

import { readCalendar, readChat, readMails } from '../../track-taint/readers/people.ts';
import { readSearchResults, readWebPage } from '../../track-taint/readers/read-web.ts';
import { askedPattern, askedWords, type Asked } from '../../track-taint/rules/asked-words.ts';
import { checkTaintOptions } from '../../track-taint/rules/check-taint-options.ts';
import type { ToolRule } from '../../track-taint/rules/tool-rule.ts';
import type { TrackTaintOptions } from '../../track-taint/rules/track-taint-options.ts';
import { readReceipt } from '../../track-taint/sources/read-receipt.ts';
import type { Place, RuleSource } from '../rule-source.ts';
import type { LabelledRuleFile, ReadLabel, ToolLabel } from './labelled-rule-file.ts';

const READERS: Readonly<Record<ReadLabel, NonNullable<ToolRule['reads']>>> = {
  trusted: 'trusted',
  neutral: 'neutral',
  untrusted: 'untrusted',
  ignored: 'ignored',
  receipt: readReceipt,
  mails: readMails,
  calendar: readCalendar,
  chat: readChat,
  web: readWebPage,
  search: readSearchResults,
};

/**
 * Turns the `labels` of a file into options of `trackTaint`.
 *
 * @throws InterposeError `invalid_rules`, naming the place of what `trackTaint` does not take.
 */
export function readLabels(
  labels: NonNullable<LabelledRuleFile['labels']>,
  source: RuleSource,
): TrackTaintOptions {
  const { tools = {}, ...rest } = labels;
  const checked = (place: Place, options: TrackTaintOptions): void => {
    try {
      checkTaintOptions(options);
    } catch (error) {
      throw atPlace(error, source, ['labels', ...place]);
    }
  };
  const named = Object.entries(tools).map(([name, label]): [string, ToolRule] => {
    const rule = ruleOf(label, source, ['labels', 'tools', name]);
    checked(['tools', name], { tools: { [name]: rule } });
    return [name, rule];
  });
  checked([], rest);
  return { ...rest, tools: Object.fromEntries(named) };
}

function ruleOf(label: ToolLabel, source: RuleSource, place: Place): ToolRule {
  if (typeof label !== 'object' || label === null)
    throw source.fault(place, 'says nothing', 'write effect, reads, asksFor or guards');
  const { reads, asksFor, ...rest } = label;
  if (reads !== undefined && !Object.hasOwn(READERS, reads))
    throw source.fault(
      [...place, 'reads'],
      `is ${JSON.stringify(reads)}`,
      choose(Object.keys(READERS)),
    );
  return {
    ...rest,
    ...(reads === undefined ? {} : { reads: READERS[reads] }),
    ...(asksFor === undefined
      ? {}
      : { asksFor: patternOf([asksFor].flat(), source, [...place, 'asksFor']) }),
  };
}

function patternOf(asked: readonly Asked[], source: RuleSource, place: Place): RegExp {
  if (asked.length === 0 || !asked.every((each) => askedWords.has(each)))
    throw source.fault(place, `is ${JSON.stringify(asked)}`, choose([...askedWords.keys()]));
  return askedPattern(asked);
}

function choose(names: readonly string[]): string {
  return `write one of ${names.join(', ')}`;
}

function atPlace(error: unknown, source: RuleSource, place: Place): unknown {
  if (!InterposeError.isInstance(error)) return error;
  const [problem = '', remedy = ''] = error.message
    .replace(/^\[\w+\] trackTaint: /, '')
    .split(/; (?=[^;]*$)/);
  return source.fault(place, problem, remedy);
}
