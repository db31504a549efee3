import type { AnyVerdict } from '@interpose/core';

import { eventFacts, type EventFacts } from '../shared/events/event-facts.ts';
import { compileChanges, type ChangeValue } from './compile-changes.ts';
import { compileMatch, type Holds } from './compile-condition.ts';
import type { Rule, RuleFile } from './rule-file.ts';
import type { Place, RuleSource } from './rule-source.ts';

/** One compiled rule: it either changes the value for the next rules, or decides. */
export interface CompiledRule {
  /** The name of the rule, or its place in the file. */
  readonly label: string;
  readonly holds: Holds;
  readonly change: ChangeValue | undefined;
  readonly verdict: AnyVerdict | undefined;
}

/** The rules of one event in order, and the decision if none of them decides. */
export interface EventRules {
  readonly slot: string | undefined;
  readonly rules: readonly CompiledRule[];
  readonly otherwise: 'allow' | 'deny';
  /** The tools that these rules name. */
  readonly tools: readonly string[];
}

const KEYS: Readonly<Record<Rule['decision'], readonly (keyof Rule)[]>> = {
  allow: ['code'],
  deny: ['reason', 'code', 'message'],
  ask: ['reason', 'timeoutMs', 'remember'],
  modify: ['changes'],
  respond: ['outcome'],
  retry: ['delayMs'],
};

const REQUIRED: Partial<Record<Rule['decision'], keyof Rule>> = {
  deny: 'reason',
  ask: 'reason',
  modify: 'changes',
  respond: 'outcome',
};

/**
 * Compiles a file of rules, event by event.
 *
 * @throws InterposeError `invalid_rules`, naming the place of what cannot be.
 */
export function compileRules(source: RuleSource, file: RuleFile): ReadonlyMap<string, EventRules> {
  const defaults = typeof file.default === 'string' ? undefined : file.default;
  const events = new Set([...file.rules.map(({ on }) => on), ...Object.keys(defaults ?? {})]);
  if (events.size === 0)
    throw source.fault(['rules'], 'there is neither a rule nor a default of an event', 'write one');
  const compiled = file.rules.map((rule, index) => ({
    on: rule.on,
    rule: compileRule(source, ['rules', index], rule, eventFacts(rule.on)!),
  }));
  const entries = [...events].map((event): [string, EventRules] => {
    const otherwise = typeof file.default === 'string' ? file.default : defaults?.[event];
    if (otherwise === undefined)
      throw source.fault(['default'], `says nothing of ${event}`, `add ${event}: allow or deny`);
    const rules = compiled.filter(({ on }) => on === event).map(({ rule }) => rule);
    const tools = file.rules.filter(({ on }) => on === event).flatMap(({ tool = [] }) => tool);
    return [event, { slot: eventFacts(event)?.slot, rules, otherwise, tools }];
  });
  return new Map(entries);
}

function compileRule(
  source: RuleSource,
  place: Place,
  rule: Rule,
  facts: EventFacts,
): CompiledRule {
  checkDecision(source, place, rule, facts);
  const label = rule.name ?? `#${Number(place[1]) + 1}`;
  return {
    label,
    holds: compileMatch(source, place, rule, facts),
    change: rule.decision === 'modify' ? compileChanges(source, place, rule, facts) : undefined,
    verdict: rule.decision === 'modify' ? undefined : verdictOf(rule, label),
  };
}

function checkDecision(source: RuleSource, place: Place, rule: Rule, facts: EventFacts): void {
  const { decision } = rule;
  const verbs = ['allow', 'deny', ...facts.verbs];
  if (!verbs.includes(decision))
    throw source.fault(
      [...place, 'decision'],
      `${decision} is not possible at ${rule.on}`,
      `write one of ${verbs.join(', ')}`,
    );
  const required = REQUIRED[decision];
  if (required !== undefined && rule[required] === undefined)
    throw source.fault(place, `${decision} lacks ${required}`, `add ${required}`);
  const said = new Set(Object.values(KEYS).flat());
  const odd = [...said].find((key) => key in rule && !KEYS[decision].includes(key));
  if (odd !== undefined)
    throw source.fault([...place, odd], `does not go with ${decision}`, `drop ${odd}`);
  const [outcome] = Object.keys(rule.outcome ?? {});
  if (outcome !== undefined && !facts.outcomes.includes(outcome))
    throw source.fault(
      [...place, 'outcome'],
      `${outcome} cannot be supplied at ${rule.on}`,
      `write one of ${facts.outcomes.join(', ')}`,
    );
}

function verdictOf(rule: Rule, label: string): AnyVerdict {
  const given = Object.fromEntries(
    KEYS[rule.decision].flatMap((key) => (rule[key] === undefined ? [] : [[key, rule[key]]])),
  );
  const verdict = { ...given, decision: rule.decision };
  if (rule.decision !== 'deny') return verdict as AnyVerdict;
  return { code: 'rule_denied', ...verdict, data: { rule: label } } as AnyVerdict;
}
