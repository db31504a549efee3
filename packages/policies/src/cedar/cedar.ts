import {
  statefulIsAuthorized,
  type EntityJson,
  type Schema,
  type StatefulAuthorizationCall,
} from '@cedar-policy/cedar-wasm/nodejs';
import {
  checkOptions,
  type AnyVerdict,
  type BaseContext,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';
import { hash } from 'ohash';

import { inBudget } from '../shared/budget/in-budget.ts';
import { DecisionCache } from '../shared/engines/decision-cache.ts';
import { checkEngineEvents } from '../shared/engines/engine-events.ts';
import { engineError } from '../shared/engines/engine-verdict.ts';
import { NotPlain } from '../shared/values/plain-value.ts';
import { MAPPED_EVENTS, mapRequest, type CedarRequest } from './cedar-request.ts';
import { cedarRecord } from './cedar-value.ts';
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
  const text = typeof policies === 'string' ? policies : [policies].flat().join('\n');
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
    return decisions.decide(JSON.stringify(asked), () => decided(asked, loaded));
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

/** Asks the engine, which throws for input that it cannot read at all, such as half of a surrogate pair. */
function decided(asked: Asked, { id, annotations }: LoadedPolicies): AnyVerdict {
  try {
    return cedarVerdict(statefulIsAuthorized({ ...asked, preparsedPolicySetId: id }), annotations);
  } catch {
    return engineError('cedar', 'the engine failed');
  }
}

type Asked = Omit<StatefulAuthorizationCall, 'preparsedPolicySetId'>;

function askedOf(ctx: BaseContext, { request, entities = [] }: CedarOptions): Asked {
  const { entities: own, ...mapped } = mapRequest(ctx);
  const { principal, action, resource, context } = { ...mapped, ...request?.(ctx) };
  const given = typeof entities === 'function' ? entities(ctx) : entities;
  const names = new Set(given.map(nameOf));
  return {
    principal,
    action,
    resource,
    context: cedarRecord(context),
    entities: [...own.filter((entity) => !names.has(nameOf(entity))), ...given],
  };
}

function nameOf({ uid }: EntityJson): string {
  const { type, id } = '__entity' in uid ? uid['__entity'] : uid;
  return JSON.stringify([type, id]);
}
