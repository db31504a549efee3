import { deepCompareStrict } from '@cfworker/json-schema';
import {
  checkOptions,
  definePolicy,
  deny,
  InterposeError,
  type Context,
  type DenyVerdict,
  type Dict,
  type HookReturn,
  type MaybePromise,
  type OptionKind,
  type Policy,
  type ToolCall,
} from '@interpose/core';

import { inBudget } from '../shared/budget/in-budget.ts';
import { spendOn, type Price } from '../shared/budget/spend-on.ts';
import { andThen } from '../shared/values/and-then.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { MAX_NAME, matchNames, type NameTest } from '../shared/names/match-names.ts';
import { isRecord } from '../shared/values/is-record.ts';
import type { ArgumentCheck, Checked, CompiledCheck } from './argument-check.ts';
import { compileCheck } from './compile-check.ts';
import { describeIssues } from './describe-issues.ts';

const OPTIONS = { others: 'any', transform: 'boolean' } satisfies Record<
  keyof CheckArgumentsOptions,
  OptionKind
>;

/**
 * Options of `checkArguments`.
 *
 * @example
 * const options: CheckArgumentsOptions = { others: 'deny', transform: true };
 */
export interface CheckArgumentsOptions {
  /** What happens to calls of tools that are not listed. Default: `allow`. */
  readonly others?: 'allow' | 'deny';
  /** True: the tool gets the output of its Standard Schema. Default: false, it gets what the model wrote. */
  readonly transform?: boolean;
}

/**
 * Denies calls whose arguments do not fit. A check that throws denies too.
 *
 * Keys are names of tools, alternatives `a|b` or globs; a tool under several keys must fit all of them.
 *
 * @example
 * const policy = checkArguments({ refund: z.strictObject({ cents: z.int().max(5000) }), 'mail_*': ({ to }) => String(to).endsWith('@example.com') });
 * @throws InterposeError `invalid_option` for a schema that cannot be read as a whole.
 */
export function checkArguments(
  checks: Readonly<Record<string, ArgumentCheck>>,
  options?: CheckArgumentsOptions,
): Policy;
export function checkArguments(
  checks: Readonly<Record<string, ArgumentCheck>>,
  options: CheckArgumentsOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('checkArguments', options, OPTIONS, more);
  const { others = 'allow', transform = false } = options;
  if (others !== 'allow' && others !== 'deny') {
    throw new InterposeError('invalid_option', `others is ${String(others)}`, 'pass allow or deny');
  }
  const compiled = compileChecks(checks);
  return definePolicy({
    name: 'check-arguments',
    version: '1.0.0',
    // Runs late, so that it sees the arguments that earlier hooks left.
    priority: 900,
    hooks: inBudget({
      preToolCall: [
        (ctx) => {
          const own = compiled
            .filter(({ isFor }) => isFor(ctx.call.name))
            .map(({ check }) => check);
          if (own.length > 0) spendOn(ctx.call.args, PRICE);
          if (own.length > 0) return judge(ctx, own, transform, ctx.call.args);
          return others === 'allow' ? undefined : unlisted(ctx.call);
        },
        ...listedTools(Object.keys(checks)),
      ],
    }),
  });
}

/** The cost of checking, in units of work. */
const PRICE: Price = { value: 20, character: 0.5 };

interface NamedCheck {
  readonly isFor: NameTest;
  readonly check: CompiledCheck;
}

function compileChecks(checks: Readonly<Record<string, ArgumentCheck>>): readonly NamedCheck[] {
  if (!isRecord(checks) || Object.keys(checks).length === 0) {
    throw new InterposeError(
      'invalid_option',
      'checkArguments checks nothing',
      'pass a check for every tool, by its name',
    );
  }
  return Object.entries(checks).map(([name, check]) => {
    const isListed = matchNames('checkArguments', [name]);
    return {
      // An overlong name is checked too: nobody can have meant to let it pass.
      isFor: (called) => isListed(called) || called.length > MAX_NAME,
      check: compileCheck(name, check),
    };
  });
}

/** Runs the checks one after the other. With `transform`, each check gets the output of the one before it. */
function judge(
  ctx: Context<'preToolCall'>,
  [check, ...rest]: readonly CompiledCheck[],
  transform: boolean,
  args: Dict,
): MaybePromise<HookReturn<'preToolCall'>> {
  const { call } = ctx;
  if (check === undefined)
    return args === call.args || deepCompareStrict(args, call.args)
      ? undefined
      : { call: { ...call, args } };
  return andThen(runCheck(check, args, ctx), (checked): MaybePromise<HookReturn<'preToolCall'>> => {
    if (checked.kind !== 'fits') return denied(call, checked);
    if (!transform) return judge(ctx, rest, transform, args);
    return isRecord(checked.value) ? judge(ctx, rest, transform, checked.value) : unchecked(call);
  });
}

const FAILED = { kind: 'failed' } as const;

function runCheck(
  check: CompiledCheck,
  args: Dict,
  ctx: Context<'preToolCall'>,
): MaybePromise<Checked | typeof FAILED> {
  try {
    const checked = check(args, ctx);
    return 'then' in checked ? Promise.resolve(checked).catch(() => FAILED) : checked;
  } catch {
    return FAILED;
  }
}

function denied(
  call: ToolCall,
  checked: Exclude<Checked, { kind: 'fits' }> | typeof FAILED,
): DenyVerdict {
  if (checked.kind === 'failed') return unchecked(call);
  const reason =
    checked.kind === 'refused'
      ? checked.reason
      : `the arguments of ${nameOf(call)} do not fit: ${describeIssues(checked.issues)}`;
  return deny(reason, { code: 'arguments_invalid' });
}

function unchecked(call: ToolCall): DenyVerdict {
  return deny(`the arguments of ${nameOf(call)} could not be checked`, {
    code: 'arguments_unchecked',
  });
}

function unlisted(call: ToolCall): DenyVerdict {
  return deny(`nothing is known about the arguments of ${nameOf(call)}`, {
    code: 'arguments_unlisted',
  });
}

function nameOf({ name }: ToolCall): string {
  return name.slice(0, 64);
}
