import { passGate } from '../../gate/run-gate.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type {
  InterceptorName,
  PayloadOf,
  StepInputOf,
  SuppliedOf,
} from '../../contract/events/event-map.ts';
import type { StepOutcome } from '../../contract/decisions/outcome.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { afterEventsOf } from './after-events.ts';
import type { Emission, Payload } from '../../context/context-state.ts';
import { attempt, unattempted } from './attempt.ts';
import { judge, type JudgedReturn, type StepReturn, supplied, thrownWith } from './after-step.ts';
import { pause } from './pause.ts';
import type { SuspendedVerdict } from '../../context/ruling.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';

/**
 * Runs the gate around one action inside a chat: asks the hooks, acts once, and asks the hooks again about the result.
 *
 * @example
 * const outcome = await around(chat, 'preKnowledgeQuery', { query: { text: 'refunds' } }, async ({ text }) => [
 *   { id: 'doc-1', content: `about ${text}` },
 * ]);
 * outcome.kind; // => 'output'
 * @throws the abort reason if the chat was aborted, or the error of a hook whose `onError` is `throw`.
 */
export async function around<E extends InterceptorName, Output>(
  chat: Chat,
  event: E,
  payload: PayloadOf<E>,
  act: (value: StepInputOf<E>) => MaybePromise<Output>,
): Promise<StepOutcome<Output | SuppliedOf<E>>> {
  const running = runningChat(chat);
  const { retries } = running.registry.settings;
  const { definition } = running.registry.slot(event);
  for (let number = 1; ; number++) {
    const emission: Emission = { attempt: number, retriesLeft: retries + 1 - number };
    const before = await gateBefore(running, event, payload as Payload, emission);
    if (before.kind === 'denied' || before.kind === 'suspended') return before;
    const effective = before.kind === 'run' ? before.payload : (payload as Payload);
    const value = definition.slot === undefined ? undefined : effective[definition.slot];
    const { arrived, durationMs } =
      before.kind === 'supplied'
        ? unattempted(before.arrived)
        : await attempt(running, { event, act: () => act(value as StepInputOf<E>) });
    const after = afterEventsOf(event, payload as Payload, effective, durationMs);
    const judged = after === undefined ? arrived : await judge(running, after, arrived, emission);
    if (judged.kind !== 'retry') return outcomeOf<Output>(judged, arrived);
    await pause(judged.delayMs, running.signal);
  }
}

type Before =
  | { readonly kind: 'run'; readonly payload: Payload }
  | { readonly kind: 'supplied'; readonly arrived: StepReturn }
  | Extract<StepOutcome, { kind: 'denied' | 'suspended' }>;

function gateBefore(
  chat: RunningChat,
  event: string,
  payload: Payload,
  emission: Emission,
): MaybePromise<Before> {
  const slot = chat.registry.slot(event);
  if (!slot.active && chat.startDenied === undefined) return { kind: 'run', payload };
  return passGate(chat, event, { ...payload }, emission, (verdict): Before => {
    switch (verdict?.decision) {
      case 'deny':
        return { kind: 'denied', denial: verdict, phase: 'before' };
      case 'respond':
        return { kind: 'supplied', arrived: supplied(verdict.outcome) };
      case 'ask': {
        const { token, reason } = verdict as SuspendedVerdict;
        return { kind: 'suspended', token, reason };
      }
      case 'modify':
        return {
          kind: 'run',
          payload: { ...payload, [slot.definition.slot ?? '']: verdict.value },
        };
      default:
        return { kind: 'run', payload };
    }
  });
}

function outcomeOf<Output>(
  judged: Exclude<JudgedReturn, { kind: 'retry' }>,
  arrived: StepReturn,
): StepOutcome<Output> {
  if (judged.kind === 'denied') return { kind: 'denied', denial: judged.denial, phase: 'after' };
  const { synthetic } = judged;
  if (judged.kind === 'output') {
    const changed = synthetic || arrived.kind !== 'output' || judged.value !== arrived.value;
    return { kind: 'output', output: judged.value as Output, synthetic, changed };
  }
  return {
    kind: 'error',
    error: judged.error,
    ...thrownWith(arrived, judged.error),
    synthetic,
  };
}
