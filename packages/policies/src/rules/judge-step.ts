import type { AnyVerdict, BaseContext, DenyVerdict, Dict } from '@interpose/core';

import { TooComplex } from '../shared/budget/too-complex.ts';
import type { EventRules } from './compile-rules.ts';
import { Mismatch, type Scene } from './scene.ts';

/** The result of the rules for one step: first the changes, then the decision about the changed value. */
export interface Judgement {
  readonly change: { readonly value: unknown } | undefined;
  readonly verdict: AnyVerdict | undefined;
}

/** Judges a step by the rules of its event, from top to bottom. A rule that cannot be evaluated denies. */
export function judgeStep({ slot, rules, otherwise }: EventRules, ctx: BaseContext): Judgement {
  const value = slot === undefined ? undefined : (ctx as unknown as Dict)[slot]; // the slot is the event's own
  const scene: Scene = { ctx, slot, value };
  for (const rule of rules) {
    try {
      if (!rule.holds(scene)) continue;
      if (rule.change === undefined) return judgement(scene, value, withOwnOutcome(rule.verdict));
      scene.value = rule.change(scene.value);
    } catch (error) {
      if (error instanceof TooComplex) throw error;
      return { change: undefined, verdict: unevaluated(rule.label, error) };
    }
  }
  return judgement(scene, value, otherwise === 'allow' ? undefined : NO_RULE);
}

const NO_RULE: DenyVerdict = { decision: 'deny', code: 'no_rule', reason: 'No rule allows this.' };

/** Returns a verdict whose outcome the app may change, without changing the rule. */
function withOwnOutcome(verdict: AnyVerdict | undefined): AnyVerdict | undefined {
  return verdict?.decision === 'respond' ? structuredClone(verdict) : verdict;
}

function judgement(scene: Scene, before: unknown, verdict: AnyVerdict | undefined): Judgement {
  const change = scene.value === before ? undefined : { value: scene.value };
  return { change, verdict };
}

function unevaluated(rule: string, error: unknown): DenyVerdict {
  return {
    decision: 'deny',
    code: 'rules_error',
    reason: 'A rule could not be evaluated.',
    data: { rule, problem: error instanceof Mismatch ? error.message : 'the rule failed' },
  };
}
