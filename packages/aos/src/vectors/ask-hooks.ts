import { createHooks, type AnyVerdict, type DecisionRecord, type Dict } from '@interpose/core';

import { guardian } from '../client/guardian.ts';
import type { GuardianOptions } from '../client/guardian-options.ts';
import { codecOf, hintsIn, type AosEvent } from '../events/codecs.ts';
import type { Codec } from '../events/codec.ts';
import { dictAt, stringAt } from '../wire/is-dict.ts';

/** The result of a step that a guardian judged. */
export interface Asked {
  readonly verdict: AnyVerdict;
  readonly record: DecisionRecord | undefined;
}

/** The event of a request on the wire. */
export interface StepOnWire {
  readonly codec: Codec;
  readonly event: AosEvent;
  readonly payload: Dict;
}

/** Returns the event of a valid request. */
export function stepOf(request: Dict): StepOnWire {
  const method = stringAt(request, 'method') ?? '';
  const params = dictAt(request, 'params');
  const codec = codecOf(method, params);
  if (codec === undefined) throw new Error('the request stands for no event');
  const hints = { ...hintsIn(params), wireMethod: method };
  const payload = codec.decode(params, hints, () => undefined);
  return { codec, event: codec.event as AosEvent, payload };
}

/** Dispatches a step in a registry whose only policy is a guardian at this address. */
export async function askGuardian(
  { event, payload }: StepOnWire,
  options: GuardianOptions,
): Promise<Asked> {
  const { allowRename = false } = options;
  const hooks = createHooks({
    allowRename,
    policies: [guardian({ circuit: false, timeoutMs: 2000, ...options, events: [event] })],
  });
  let record: DecisionRecord | undefined;
  hooks.observe('onDecision', (ctx) => {
    record = ctx.record;
  });
  const verdict = await hooks.dispatch(event, payload as never);
  await hooks.close();
  return { verdict, record };
}
