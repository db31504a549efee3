import { runtimeOf } from './chat/runtime-of.ts';
import type { StepTracer } from './contract/adapter/tracer.ts';
import type { Disposer } from './contract/hooks/hook.ts';
import type { Hooks } from './contract/hooks/hooks.ts';
import type { Trace } from './contract/values/identity.ts';
import { InterposeError } from './errors/interpose-error.ts';
import { disposer } from './registry/disposer.ts';
import { skippingSilence } from './registry/registration.ts';

export type { StepTracer, TracedStep } from './contract/adapter/tracer.ts';

/**
 * Makes a tracer follow the chats and steps of these hooks, and of all hooks that extend them.
 *
 * @example
 * const stop = traceSteps(hooks, { trace: () => undefined, run: (_step, act) => act() });
 * stop();
 * @throws InterposeError `invalid_option` if a tracer follows them already.
 */
export function traceSteps(hooks: Hooks, tracer: StepTracer): Disposer {
  const { family } = runtimeOf(hooks).registry;
  if (family.tracer !== undefined)
    throw new InterposeError(
      'invalid_option',
      'a tracer follows these hooks already',
      'use one telemetry policy, or dispose of the first',
    );
  family.tracer = tracer;
  return disposer(() => {
    if (family.tracer === tracer) family.tracer = undefined;
  });
}

/**
 * Marks an observer that does not need a decision in which every hook stayed silent, so that no record is made for it.
 * The observer may still get one if another observer takes the record.
 *
 * @example
 * hooks.observe('onDecision', skipSilence(({ record }) => console.log(record.decision)));
 */
export function skipSilence<Observer extends (ctx: never, record: never) => unknown>(
  observer: Observer,
): Observer {
  skippingSilence.add(observer);
  return observer;
}

/** Version, trace, span, flags. A version that is not known yet may have more after the flags. */
const TRACEPARENT =
  /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;
const PRINTABLE = /^[\x20-\x7E]+$/;

/**
 * Reads the trace context from headers or a message. Returns nothing if `traceparent` is not valid by W3C Trace Context
 * (Level 1), and leaves out a `tracestate` that cannot be a header.
 *
 * @example
 * readTrace({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', accept: '*' })?.traceparent;
 */
export function readTrace(carrier: unknown): Trace | undefined {
  if (typeof carrier !== 'object' || carrier === null) return undefined;
  const { traceparent, tracestate } = carrier as Readonly<Record<string, unknown>>;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const isState = typeof tracestate === 'string' && PRINTABLE.test(tracestate);
  return { traceparent, ...(isState && { tracestate }) };
}
