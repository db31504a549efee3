import type { AgentRun } from './agent-run.ts';
import { currentFrame } from './frame.ts';
import type { ToolExecution } from './tool-execution.ts';

/** What is told of a call while its tool runs. */
export interface FailureWatch {
  happened: boolean;
  release(): void;
}

interface ObservedSpan {
  setError(error: unknown): void;
}

interface Observation {
  /** The calls that run now; without tracing they share one span. */
  readonly watches: Map<ToolExecution | undefined, FailureWatch>;
  restore(): void;
}

const observed = new WeakMap<ObservedSpan, Observation>();

/**
 * The SDK turns what a tool throws into a text before anybody sees it, and notes the failure on the span of the
 * call: that note, made inside the call that failed, tells a failure from a result.
 */
export function watchFailure({ sdk }: AgentRun): FailureWatch {
  const span = sdk.getCurrentSpan() as ObservedSpan | null;
  if (span === null) return { happened: false, release: () => undefined };
  const observation = observed.get(span) ?? observe(span);
  const execution = currentFrame()?.execution;
  const watch: FailureWatch = {
    happened: false,
    release() {
      observation.watches.delete(execution);
      if (observation.watches.size === 0) observation.restore();
    },
  };
  observation.watches.set(execution, watch);
  return watch;
}

function observe(span: ObservedSpan): Observation {
  const own = Object.getOwnPropertyDescriptor(span, 'setError');
  const setError = span.setError.bind(span);
  const watches: Observation['watches'] = new Map();
  Object.defineProperty(span, 'setError', {
    configurable: true,
    value(error: unknown) {
      const failed = watches.get(currentFrame()?.execution);
      if (failed !== undefined) failed.happened = true;
      setError(error);
    },
  });
  const observation: Observation = {
    watches,
    restore() {
      observed.delete(span);
      if (own === undefined) Reflect.deleteProperty(span, 'setError');
      else Object.defineProperty(span, 'setError', own);
    },
  };
  observed.set(span, observation);
  return observation;
}
