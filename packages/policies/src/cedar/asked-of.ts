import type { EntityJson, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import type { BaseContext } from '@interpose/core';

import { atOnce } from '../shared/engines/at-once.ts';
import { isRecord } from '../shared/values/is-record.ts';
import { NotPlain } from '../shared/values/plain-value.ts';
import { mapRequest, type CedarRequest } from './cedar-request.ts';
import { cedarRecord } from './cedar-value.ts';

/** The question to the engine, without the policies. */
export type Asked = Omit<StatefulAuthorizationCall, 'preparsedPolicySetId'>;

/** What the app adds to the question. */
export interface Added {
  readonly request?: (ctx: BaseContext) => Partial<CedarRequest>;
  readonly entities?: readonly EntityJson[] | ((ctx: BaseContext) => readonly EntityJson[]);
}

const PARTS = Object.keys({
  principal: true,
  action: true,
  resource: true,
  context: true,
} satisfies Record<keyof CedarRequest, true>);

/** Makes the question about a step. @throws NotPlain for what Cedar cannot be asked, and for an answer of the app that is none. */
export function askedOf(ctx: BaseContext, { request, entities = [] }: Added): Asked {
  const { entities: own, ...mapped } = mapRequest(ctx);
  const { principal, action, resource, context } =
    request === undefined ? mapped : { ...mapped, ...partsOf(request(ctx)) };
  const given = typeof entities === 'function' ? listOf(entities(ctx)) : entities;
  const names = new Set(given.map(nameOf));
  return {
    principal,
    action,
    resource,
    context: cedarRecord(context),
    entities: [...own.filter((entity) => !names.has(nameOf(entity))), ...given],
  };
}

/** Returns the parts that replace others. A part nobody knows would leave another one as it was, unseen. */
function partsOf(given: Partial<CedarRequest>): Partial<CedarRequest> {
  const parts: unknown = atOnce('request', given);
  if (!isRecord(parts)) throw new NotPlain(`request returned ${String(parts)}, which is no object`);
  const odd = Object.keys(parts).find((key) => !PARTS.includes(key));
  if (odd === undefined) return parts;
  throw new NotPlain(`request returned ${odd}, which is none of ${PARTS.join(', ')}`);
}

function listOf(given: readonly EntityJson[]): readonly EntityJson[] {
  const list: unknown = atOnce('entities', given);
  if (Array.isArray(list)) return given;
  throw new NotPlain(`entities returned ${String(list)}, which is no list`);
}

function nameOf({ uid }: EntityJson): string {
  const { type, id } = '__entity' in uid ? uid['__entity'] : uid;
  return JSON.stringify([type, id]);
}
