import { deny, type ApprovalRequest, type DenyVerdict } from '@interpose/core';
import type { Selectable } from 'kysely';

import { isNamed } from '../storage/storable-text.ts';
import type { Tables } from '../storage/tables.ts';

/** A switch as it is stored. */
export type SwitchRow = Selectable<Tables['switch']>;

/** The switches of each tenant. */
export type Stops = ReadonlyMap<string, readonly SwitchRow[]>;

/** The parts of a step by which it is stopped. */
export interface Stoppable {
  readonly session: { readonly id: string };
  readonly agent: { readonly id: string; readonly name?: string | undefined };
  readonly call?: unknown;
  readonly message?: unknown;
}

/** Returns these parts of a step about which people are asked. */
export function stoppableOf(request: ApprovalRequest): Stoppable {
  const { event, sessionId, agent, tool, value } = request;
  const call = event === 'preToolCall' ? value : tool;
  return { session: { id: sessionId }, agent, call, message: value };
}

/** Returns the deny of a step that one of these switches stops. */
export function stopOf(all: Stops, tenant: string, ctx: Stoppable): DenyVerdict | undefined {
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

function stops({ kind, value }: SwitchRow, ctx: Stoppable): boolean {
  switch (kind) {
    case 'tenant':
      return true;
    case 'session':
      return isNamed(ctx.session.id, value);
    case 'agent':
      return isNamed(ctx.agent.id, value) || isNamed(ctx.agent.name, value);
    default:
      return isNamed(toolOf(ctx), value);
  }
}

/** Returns the name of the called tool, also that of an MCP message. */
function toolOf({ call, message }: Stoppable): unknown {
  if (call !== undefined) return (Object(call) as { readonly name?: unknown }).name;
  const { method, params } = Object(message) as {
    readonly method?: unknown;
    readonly params?: unknown;
  };
  return method === 'tools/call' ? (Object(params) as { readonly name?: unknown }).name : undefined;
}
