import { deny, type AnyVerdict, type BaseContext } from '@interpose/core';
import type { Selectable } from 'kysely';

import type { Tables } from '../storage/tables.ts';

/** A switch as it is stored. */
export type SwitchRow = Selectable<Tables['switch']>;

/** The switches of each tenant. */
export type Stops = ReadonlyMap<string, readonly SwitchRow[]>;

/** Returns the deny of a step that one of these switches stops. */
export function stopOf(all: Stops, tenant: string, ctx: BaseContext): AnyVerdict | undefined {
  const rows = all.get(tenant);
  if (rows === undefined) return undefined;
  const found = rows.find(
    (row) => (row.until === null || row.until > Date.now()) && stops(row, ctx),
  );
  if (found === undefined) return undefined;
  const { kind, value, why } = found;
  return deny(`${kind === 'tenant' ? 'everything' : `${kind} ${value}`} is stopped: ${why}`, {
    code: 'stopped',
  });
}

function stops({ kind, value }: SwitchRow, ctx: BaseContext): boolean {
  switch (kind) {
    case 'tenant':
      return true;
    case 'session':
      return ctx.session.id === value;
    case 'agent':
      return ctx.agent.id === value || ctx.agent.name === value;
    default:
      return (ctx as { readonly call?: { readonly name?: string } }).call?.name === value;
  }
}
