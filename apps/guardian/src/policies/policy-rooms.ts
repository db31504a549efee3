import { serve } from '@interpose/aos';
import type { Hooks } from '@interpose/core';

import type { Reporter } from '../command/reporter.ts';
import { mismatch } from '../people/agent-name.ts';
import type { LoadedPolicies } from './load-policies.ts';
import type { PolicyLayer } from './policy-layer.ts';

type Handler = (request: Request) => Promise<Response>;

/** The policies of one tenant. */
export interface Room {
  readonly hooks: Hooks;
  readonly handler: Handler;
}

/** The layer and settings around the policies of a tenant. */
export interface Around {
  readonly layer: PolicyLayer | undefined;
  readonly pendingAfterMs: number | undefined;
  readonly report: Reporter;
  readonly signal: AbortSignal;
  /** Returns the only agent that may send the request; undefined for any. */
  readonly agentOf: (request: Request) => string | undefined;
}

/** Opens policies for one tenant. */
export function openRoom(
  { hooks, source: { digest }, approver }: Pick<LoadedPolicies, 'hooks' | 'source' | 'approver'>,
  { layer, pendingAfterMs, report, signal, agentOf }: Around,
): Room {
  hooks.observe('onDecision', ({ record }) => {
    report({ kind: 'decision', record: layer?.record(record, digest) ?? record });
  });
  const around = layer && {
    policies: layer.policies,
    approver: layer.unlessStopped(approver ?? layer.approver),
  };
  const handler = serve(around === undefined ? hooks : hooks.extend(around), {
    signal,
    unknownPending: 'judge',
    ...(pendingAfterMs === undefined ? {} : { pendingAfterMs }),
    admit: (agent, request) => mismatch(agent, agentOf(request)),
    report: (note) => {
      if (note.kind === 'fault') report(note);
    },
  });
  return { hooks, handler };
}
