import type { Disposer, HookOptions, Hooks, InterceptorName } from '@interpose/core';
import { boolean, constantFrom, integer, record, uniqueArray, type Arbitrary } from 'fast-check';

import { arbitraryHookBehaviour, behave, type HookBehaviour } from './arbitrary-hook-behaviour.ts';
import { arbitraryName } from './arbitrary-tool-call.ts';

/** One generated hook with its registration options. */
export interface GeneratedRegistration {
  readonly name: string;
  readonly behaviour: HookBehaviour;
  readonly priority?: number;
  readonly always?: boolean;
  readonly once?: boolean;
  readonly onError?: 'deny' | 'allow';
  readonly mode?: 'enforce' | 'monitor';
}

/** Generates hooks on this event with unique names, in the order of their registration. */
export function arbitraryRegistrations(
  event: InterceptorName,
): Arbitrary<readonly GeneratedRegistration[]> {
  return uniqueArray(arbitraryRegistration(event), { maxLength: 6, selector: ({ name }) => name });
}

/** Generates any hook on this event. */
export function arbitraryRegistration(event: InterceptorName): Arbitrary<GeneratedRegistration> {
  return record(
    {
      name: arbitraryName(),
      behaviour: arbitraryHookBehaviour(event),
      priority: integer({ min: 0, max: 3 }).map((step) => step * 50),
      always: boolean(),
      once: boolean(),
      onError: constantFrom('deny', 'allow'),
      mode: constantFrom('enforce', 'monitor'),
    },
    { requiredKeys: ['name', 'behaviour'] },
  );
}

/** Registers a generated hook; `onRun` is called on each of its runs. */
export function register(
  hooks: Hooks,
  event: InterceptorName,
  { behaviour, ...options }: GeneratedRegistration,
  onRun?: (name: string) => void,
): Disposer {
  const run = behave(behaviour);
  const hook = (): never => {
    onRun?.(options.name);
    return run() as never;
  };
  return hooks.addHook(event, hook, options satisfies HookOptions);
}
