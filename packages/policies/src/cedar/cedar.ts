import {
  statefulIsAuthorized,
  type EntityJson,
  type Schema,
} from '@cedar-policy/cedar-wasm/nodejs';
import {
  checkOptions,
  InterposeError,
  type AnyVerdict,
  type BaseContext,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';
import { hash } from 'ohash';

import { inBudget } from '../shared/budget/in-budget.ts';
import { DecisionCache } from '../shared/engines/decision-cache.ts';
import { checkEngineEvents } from '../shared/engines/engine-events.ts';
import { engineError, halfPair } from '../shared/engines/engine-verdict.ts';
import { NotPlain } from '../shared/values/plain-value.ts';
import { askedOf, type Asked } from './asked-of.ts';
import { MAPPED_EVENTS, type CedarRequest } from './cedar-request.ts';
import { cedarVerdict } from './cedar-verdict.ts';
import { loadPolicies, type LoadedPolicies } from './load-policies.ts';

const OPTIONS = Object.keys({
  policies: true,
  schema: true,
  events: true,
  request: true,
  entities: true,
  cache: true,
} satisfies Record<keyof CedarOptions, true>);

/**
 * Options of `cedar`.
 *
 * @example
 * const options: CedarOptions = { policies: 'permit(principal, action, resource == Tool::"search");' };
 */
export interface CedarOptions {
  /** Policies in Cedar's language; `@reason`, `@code`, `@message` and, on a permit, `@ask` add these to the verdict. */
  readonly policies: string | readonly string[];
  /** The schema that policies are validated against when they are loaded. */
  readonly schema?: Schema;
  /** The events to decide. Default: `preToolCall`. */
  readonly events?: readonly string[];
  /** Returns parts that replace those of the request made from a step. */
  readonly request?: (ctx: BaseContext) => Partial<CedarRequest>;
  /** Further entities, beside those made from the user and the tool. One with the same name replaces the made one. */
  readonly entities?: readonly EntityJson[] | ((ctx: BaseContext) => readonly EntityJson[]);
  /** The number of decisions to remember. Default: 1000. */
  readonly cache?: number;
}

/**
 * A policy that asks Cedar: parsed once, evaluated in this process, with a bounded cache of decisions.
 *
 * @throws InterposeError `invalid_option` for policies that do not parse or do not fit the schema.
 * @example
 * const policy = cedar({ policies: 'permit(principal, action, resource == Tool::"search");' });
 * createHooks({ policies: [policy] });
 */
export function cedar(options: CedarOptions): Policy;
export function cedar(options: CedarOptions, ...more: readonly unknown[]): Policy {
  checkOptions('cedar', options ?? null, OPTIONS, more);
  const { policies, schema, events = ['preToolCall'], entities, cache = 1000 } = options;
  const text = textOf(policies);
  checkEngineEvents('cedar', events, options.request === undefined ? MAPPED_EVENTS : undefined);
  const loaded = loadPolicies(text, schema);
  const decisions = new DecisionCache(cache);
  const run = (ctx: BaseContext): AnyVerdict => {
    let asked: Asked;
    try {
      asked = askedOf(ctx, options);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      return engineError('cedar', error.message);
    }
    const question = JSON.stringify(asked);
    return halfPair('cedar', question) ?? decisions.decide(question, () => decided(asked, loaded));
  };
  const made = typeof entities === 'function' ? [] : entities;
  return {
    name: 'cedar',
    version: `1.0.0+${hash({ text, schema, made })}`,
    hooks: inBudget(
      Object.fromEntries(events.map((event) => [event, { name: event, run }])) as PolicyHooks,
    ),
  };
}

/** Asks the engine, which may throw for input that it cannot read at all. */
function decided(asked: Asked, { id, annotations }: LoadedPolicies): AnyVerdict {
  try {
    return cedarVerdict(statefulIsAuthorized({ ...asked, preparsedPolicySetId: id }), annotations);
  } catch {
    return engineError('cedar', 'the engine failed');
  }
}

/** Joins the policies. A text that is missing, as of a file that could not be read, may have held what forbids. */
function textOf(policies: unknown): string {
  const texts: readonly unknown[] = [policies].flat();
  if (texts.every((text) => typeof text === 'string')) return texts.join('\n');
  throw new InterposeError(
    'invalid_option',
    'cedar: one of the policies is no text',
    'pass policies as one text or a list of texts',
  );
}
