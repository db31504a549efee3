import { runtimeOf } from './chat/hub.ts';
import type { StepTracer } from './contract/adapter/tracer.ts';
import type { Disposer } from './contract/hooks/hook.ts';
import type { Hooks } from './contract/hooks/hooks.ts';
import { InterposeError } from './errors/interpose-error.ts';
import { disposer } from './registry/disposer.ts';

export type { StepTracer, TracedStep } from './contract/adapter/tracer.ts';

/**
 * Lets a tracer follow the chats and steps of these hooks, and of all that extend them.
 *
 * @example
 * const stop = traceSteps(hooks, { trace: () => undefined, run: (_step, act) => act() });
 * stop();
 * @throws InterposeError `invalid_option` where a tracer follows them already.
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
