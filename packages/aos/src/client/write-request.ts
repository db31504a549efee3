import type { A2aEnvelope, Dict } from '@interpose/core';

import type { Codec } from '../events/codec.ts';
import { present } from '../events/codec.ts';
import {
  writeA2aContext,
  writeStepContext,
  type StepSource,
} from '../events/context/write-context.ts';
import type { AgentDetails } from './agent-details.ts';
import { GuardianFailure } from './http/guardian-failure.ts';

/** A step in its wire form. */
export interface WrittenRequest {
  readonly id: string;
  readonly method: string;
  readonly body: string;
}

/**
 * Writes a step as an AOS request with the id of the step, which is unique in its session.
 *
 * @throws GuardianFailure where AOS has no method for it, or where it cannot be written as JSON.
 */
export function writeRequest(
  codec: Codec,
  ctx: StepSource,
  payload: Dict,
  details: AgentDetails,
): WrittenRequest {
  const method = codec.method(payload);
  if (method === undefined) throw new GuardianFailure('guardian_method_unsupported');
  try {
    const hints = codec.hints(payload);
    const isA2a = codec.slot === '/params/payload';
    const context = isA2a
      ? writeA2aContext(ctx, payload as unknown as A2aEnvelope, details, hints) // the payload of this event
      : writeStepContext(ctx, details, hints);
    const params = {
      ...codec.encode(payload, ctx),
      ...present({ reasoning: ctx.reasoning }),
      context,
    };
    const id = ctx.stepId;
    return { id, method, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) };
  } catch (cause) {
    throw new GuardianFailure('guardian_request_unsendable', { cause });
  }
}
