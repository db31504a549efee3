import {
  type AskVerdict,
  checkOptions,
  definePolicy,
  type DenyVerdict,
  type OptionKind,
  type Policy,
} from '@interpose/core';

import { deniedBeyondBudget } from '../shared/budget/in-budget.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { andThen } from '../shared/values/and-then.ts';
import { checkTaintOptions } from './rules/check-taint-options.ts';
import { judgeCall } from './verdict/judge-call.ts';
import { rulesOfTools } from './rules/rule-of-tool.ts';
import { SessionLabels } from './sources/session-labels.ts';
import { sourceHooks, speakerHooks } from './sources/source-hooks.ts';
import type { TrackTaintOptions } from './rules/track-taint-options.ts';

const OPTIONS = {
  tools: 'object',
  sources: 'object',
  hosts: 'list',
  annotations: 'any',
  delegates: 'any',
  onTainted: 'any',
  onUnrequested: 'any',
  maxCharacters: 'any',
} satisfies Record<keyof TrackTaintOptions, OptionKind>;

/** The causes of errors whose text comes from the tool. */
const OF_TOOL: ReadonlySet<string> = new Set(['threw', 'timeout']);

/**
 * Information-flow control. Once untrusted text was read, a call with side effects passes only if the user asked for it
 * and its arguments come from the user or from trusted sources. Any other call is denied (`tainted_argument`,
 * `taint_forgotten`, `not_requested`) or asked about.
 *
 * @example
 * const hooks = createHooks({
 *   policies: [
 *     trackTaint({
 *       tools: {
 *         search: { effect: 'none' },
 *         send_money: { asksFor: /\b(?:pay|transfer)/i, guards: { recipient: 'trusted', amount: 'free' } },
 *       },
 *     }),
 *   ],
 * });
 * @throws InterposeError `invalid_option`
 */
export function trackTaint(options?: TrackTaintOptions): Policy;
export function trackTaint(options: TrackTaintOptions = {}, ...more: readonly unknown[]): Policy {
  checkOptions('trackTaint', options, OPTIONS, more);
  checkTaintOptions(options);
  const ruleOf = rulesOfTools(options);
  const hosts = new Set(options.hosts?.map((host) => host.toLowerCase().replace(/^www\./, '')));
  const labels = new SessionLabels(ruleOf, options.maxCharacters ?? 1_000_000);
  return definePolicy({
    name: 'track-taint',
    version: '1.0.0',
    hooks: {
      ...speakerHooks(labels),
      ...sourceHooks(labels, options),
      preToolCall: [
        ({ session, call, tool }) => {
          const rule = ruleOf(tool);
          return andThen(labels.read(session), (provenance) => {
            const judge = (): AskVerdict | DenyVerdict | undefined =>
              deniedBeyondBudget(() => {
                const judgement = judgeCall(call, rule, provenance, hosts);
                labels.expect(session, call, judgement?.remembered);
                return judgement?.verdict;
              });
            const reading =
              rule.isGuarded && !provenance.isClean ? provenance.prepare() : undefined;
            return andThen(reading, judge);
          });
        },
        ...listedTools(Object.keys(options.tools ?? {})),
      ],
      onToolCallResult: ({ session, call, result, synthetic }) =>
        labels.addResult(session, call, result, !synthetic),
      onToolCallError: ({ session, call, error, synthetic, cause }) =>
        labels.addResult(session, call, error.message, !synthetic && OF_TOOL.has(cause)),
    },
  });
}
