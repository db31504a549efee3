import {
  checkOptions,
  InterposeError,
  type BaseContext,
  type OptionKind,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';
import { hash } from 'ohash';

import { inBudget } from '../shared/budget/in-budget.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { checkForm } from './check-form.ts';
import { compileRules, type EventRules } from './compile-rules.ts';
import { judgeStep, type Judgement } from './judge-step.ts';
import type { RuleFile } from './rule-file.ts';
import { readSource, type RuleSource } from './rule-source.ts';

const OPTIONS = { file: 'string' } satisfies Record<keyof RulesOptions, OptionKind>;

/**
 * Options of `rules`.
 *
 * @example
 * const options: RulesOptions = { file: 'support.yaml' };
 */
export interface RulesOptions {
  /** The name of the source in errors. Default: `rules`. */
  readonly file?: string;
}

/**
 * Makes a policy of declarative rules, in YAML, JSON or an object. The first rule that decides wins.
 *
 * @throws InterposeError `invalid_rules`, naming file, line and remedy; `unknown_schema` for a form to come.
 * @example
 * const policy = rules({ default: 'deny', rules: [{ on: 'preToolCall', tool: 'search', decision: 'allow' }] });
 * createHooks({ policies: [policy] });
 */
export function rules(source: string | RuleFile, options?: RulesOptions): Policy;
export function rules(
  source: string | RuleFile,
  options: RulesOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('rules', options, OPTIONS, more);
  if (source === undefined || source === null)
    throw new InterposeError('invalid_rules', 'there are no rules', 'pass YAML, JSON or an object');
  return policyOf(readSource(source, options.file ?? 'rules'));
}

/** Makes a policy of rules that were read. Its default name is `rules`. */
export function policyOf(read: RuleSource): Policy {
  const file = checkForm(read);
  // The tests are left out, so that approvals stay valid when only tests change.
  const { tests: _, schema: __, version = '1.0.0', ...decisive } = file;
  const hooks = [...compileRules(read, file)].map(([event, all]) => [
    event,
    [...hooksOf(event, all), ...listedTools(all.tools)],
  ]);
  return {
    name: file.name ?? 'rules',
    version: `${version}+${hash(decisive)}`,
    hooks: inBudget(Object.fromEntries(hooks) as PolicyHooks),
  };
}

interface NamedHook {
  readonly name: string;
  readonly run: (ctx: BaseContext) => unknown;
}

/** Makes the hooks of an event. One hook changes or decides; if rules do both, a second hook asks afterwards. */
function hooksOf(event: string, all: EventRules): readonly NamedHook[] {
  const changes = all.rules.some(({ change }) => change !== undefined);
  const asks = all.rules.some(({ verdict }) => verdict?.decision === 'ask');
  if (!changes || !asks) return [{ name: event, run: (ctx) => strongest(judgeStep(all, ctx)) }];
  const judged = new WeakMap<object, Judgement>();
  return [
    {
      name: event,
      run(ctx) {
        const judgement = judgeStep(all, ctx);
        judged.set(ctx.metadata, judgement);
        return strongest(judgement);
      },
    },
    {
      name: event,
      run(ctx) {
        const { change, verdict } = judged.get(ctx.metadata) ?? {};
        return change !== undefined && verdict?.decision === 'ask' ? verdict : undefined;
      },
    },
  ];
}

/** Returns the stronger part: a verdict that skips the step makes changes moot; an ask comes after the change. */
function strongest({ change, verdict }: Judgement): unknown {
  if (change === undefined) return verdict;
  if (verdict !== undefined && verdict.decision !== 'allow' && verdict.decision !== 'ask')
    return verdict;
  return { decision: 'modify', value: change.value };
}
