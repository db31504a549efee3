import { madeOnce } from '@interpose/adapter-kit';
import type { RunToolApprovalItem } from '@openai/agents-core';
import { currentFrame } from '../run/current-run.ts';
import { setHidden } from '../targets/layers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { idOf, type Called } from '../translate/hosted-name.ts';
import type { NativeAgent } from '../translate/native.ts';
import type { WrittenCall } from './answers.ts';

/** An agent, whatever its context. */
type Named = Pick<NativeAgent, 'name'>;

/** A call that a tool of the app runs, or one of a server at the provider. */
type Call = Pick<WrittenCall, 'callId' | 'name'> | Called;

interface Decided {
  readonly _context: object;
}

type Decide = (this: Decided, interruption: RunToolApprovalItem, ...rest: never[]) => void;

/** The calls that a person approved one by one, by the context of their state. */
const named = new WeakMap<object, Set<string>>();

/** Remembers each call that is approved: the SDK forgets which ones once a tool is approved for good. */
export function keepApproved({ RunState: { prototype } }: Sdk): void {
  for (const key of ['approve', 'reject'] as const) {
    const own: Decide = Reflect.get(prototype, key);
    setHidden(prototype, key, function decide(this: Decided, ...given: Parameters<Decide>) {
      const { _context: context } = this;
      const calls = madeOnce(named, context, () => new Set<string>());
      const [{ rawItem, agent }] = given;
      calls[key === 'approve' ? 'add' : 'delete'](keyOf(agent as Named, rawItem as Call));
      return own.apply(this, given);
    });
  }
}

/**
 * Whether an approval of a tool for good was meant for this call too. A person who was shown several calls of the tool
 * may have approved another one. `isOnly`: there was one call, which decides where the approvals are not known.
 */
export function wasNamed(context: object, agent: Named, call: Call, isOnly: boolean): boolean {
  // An agent inside of a tool has a context of its own, and its calls were approved with those of the run around it.
  const around = currentFrame()?.run.answers;
  const known = named.get(context)?.has(keyOf(agent, call));
  if (known === undefined && around !== undefined && around.callIds.size > 0)
    return around.of(agent.name, { name: call.name, callId: callIdOf(call) }) === true;
  return known ?? isOnly;
}

function keyOf({ name }: Named, call: Call): string {
  return JSON.stringify([name, callIdOf(call)]);
}

function callIdOf(call: Call): string {
  return 'callId' in call ? call.callId : idOf(call);
}
