import {
  type AgentIdentity,
  checkOptions,
  definePolicy,
  deny,
  type DenyVerdict,
  type MaybePromise,
  type ModelRequest,
  type OptionKind,
  type Policy,
  type PolicyHooks,
  type ToolCall,
} from '@interpose/core';

import { requireStore } from '../shared/stores/require-store.ts';
import { statusOf } from '../shared/events/status-of.ts';
import { denyWhenLost } from '../shared/stores/deny-when-lost.ts';
import { andThen } from '../shared/values/and-then.ts';
import {
  checkBreakerOptions,
  type BrokenStep,
  type CircuitBreakerOptions,
} from './circuit-breaker-options.ts';
import { Circuits, type CircuitOf } from './circuits.ts';

const OPTIONS = {
  failures: 'any',
  windowMs: 'any',
  openMs: 'any',
  probeMs: 'any',
  watch: 'list',
  tool: 'any',
  counts: 'function',
  store: 'object',
  name: 'string',
  message: 'string',
} satisfies Record<keyof CircuitBreakerOptions, OptionKind>;

/**
 * Stops asking a tool or a model that keeps failing: after `failures` in `windowMs` its circuit opens, and calls or
 * requests are denied as `circuit_open` without being tried. After `openMs` one probe passes. If the probe succeeds the
 * circuit closes, if it fails the circuit opens again. Processes with a shared store agree, and one of them probes.
 *
 * @example
 * const policy = circuitBreaker({ failures: 3, windowMs: 30_000, openMs: 60_000 });
 * createHooks({ policies: [policy] });
 * @throws InterposeError `invalid_option`.
 */
export function circuitBreaker(options?: CircuitBreakerOptions): Policy;
export function circuitBreaker(
  options: CircuitBreakerOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('circuitBreaker', options, OPTIONS, more);
  requireStore('circuitBreaker', options.store);
  checkBreakerOptions(options);
  const { failures = 5, windowMs = 60_000, openMs = 30_000, store, name } = options;
  const times = { failures, windowMs, openMs, probeMs: options.probeMs ?? openMs };
  const circuits = new Circuits(times, store, name);
  const { watch = ['tools', 'models'] } = options;
  return definePolicy({
    name: 'circuit-breaker',
    version: '1.0.0',
    priority: 900,
    hooks: {
      ...(watch.includes('tools') ? toolHooks(circuits, options) : {}),
      ...(watch.includes('models') ? modelHooks(circuits, options) : {}),
    },
  });
}

/** The options of hooks that count. A failure to count lets the step pass; the gate reads the same store and denies. */
const NOTING = { always: true, onError: 'allow' } as const;

function toolHooks(circuits: Circuits, options: CircuitBreakerOptions): PolicyHooks {
  const bound = options.tool === undefined ? {} : { tool: options.tool };
  return {
    preToolCall: {
      ...bound,
      name: 'gate',
      run: ({ call }) => gate(circuits, options, toolOf(call)),
    },
    onToolCallResult: {
      ...NOTING,
      ...bound,
      name: 'success',
      run: ({ call, synthetic }) => (synthetic ? undefined : circuits.mend(toolOf(call))),
    },
    onToolCallError: {
      ...NOTING,
      ...bound,
      name: 'failure',
      run: ({ call, error, cause, synthetic }) =>
        synthetic
          ? undefined
          : note(circuits, options, { kind: 'tool', name: call.name, error, cause }),
    },
  };
}

function modelHooks(circuits: Circuits, options: CircuitBreakerOptions): PolicyHooks {
  return {
    preRequest: {
      name: 'gate',
      run: ({ request, agent }) => gate(circuits, options, modelOf(request, agent)),
    },
    onResponse: {
      ...NOTING,
      stream: 'observe',
      name: 'success',
      run: ({ request, agent, synthetic }) =>
        synthetic ? undefined : circuits.mend(modelOf(request, agent)),
    },
    onRequestError: {
      ...NOTING,
      name: 'failure',
      run: ({ request, agent, error, synthetic }) =>
        synthetic
          ? undefined
          : note(circuits, options, { kind: 'model', name: modelOf(request, agent).name, error }),
    },
  };
}

function toolOf({ name }: ToolCall): CircuitOf {
  return { kind: 'tool', name };
}

/** Returns the circuit of a model. Models without a known name share one circuit. */
function modelOf({ model }: ModelRequest, agent: AgentIdentity): CircuitOf {
  return { kind: 'model', name: model ?? agent.model ?? '' };
}

function gate(
  circuits: Circuits,
  options: CircuitBreakerOptions,
  of: CircuitOf,
): MaybePromise<DenyVerdict | undefined> {
  return denyWhenLost(() => judge(circuits, options, of), options.message);
}

function judge(
  circuits: Circuits,
  { message }: CircuitBreakerOptions,
  of: CircuitOf,
): MaybePromise<DenyVerdict | undefined> {
  return andThen(circuits.pass(of), (passage) => {
    if (passage.kind !== 'closed-off') return undefined;
    const { retryAfterMs } = passage;
    const seconds = Math.ceil(retryAfterMs / 1000);
    const what = of.kind === 'tool' ? `The tool ${of.name}` : 'The model';
    return deny(`${what} has failed too often; try again in ${seconds} s.`, {
      code: 'circuit_open',
      data: { kind: of.kind, name: of.name, retryAfterMs },
      ...(message === undefined ? {} : { message }),
    });
  });
}

function note(
  circuits: Circuits,
  { counts = isTheirs }: CircuitBreakerOptions,
  step: BrokenStep,
): MaybePromise<void> {
  return counts(step) ? circuits.fail(step) : undefined;
}

/** Whether a failure lies with the tool or the provider, not with the input. */
function isTheirs(step: BrokenStep): boolean {
  if (step.kind === 'tool') return step.cause === 'threw' || step.cause === 'timeout';
  const status = statusOf(step.error);
  return status === undefined || status >= 500 || status === 429 || status === 408;
}
