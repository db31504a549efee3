import { createHooks, type Hooks } from '@interpose/core';

import type { Behaviour } from './behaviour.ts';
import type { Exception, Harness, Mode, Support } from './harness.ts';

/** The result of one behaviour on one harness in one mode. */
export type Judgement =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** This host cannot show it, for this reason. */
  | { readonly kind: 'not-shown'; readonly reason: string };

/** Runs one behaviour with its own registries, which are closed afterwards; a behaviour that takes too long fails. */
export async function judgeBehaviour(
  behaviour: Behaviour,
  harness: Harness,
  mode: Mode,
  timeLimitMs = 20_000,
): Promise<Judgement> {
  const reason = notShown(behaviour, harness, mode);
  if (reason !== undefined) return { kind: 'not-shown', reason };
  const registries: Hooks[] = [];
  const running = behaviour.run({
    harness,
    mode,
    hooks(options) {
      const hooks = createHooks(options);
      registries.push(hooks);
      return hooks;
    },
    start: (scenario) => harness.start(scenario, mode),
  });
  try {
    await within(timeLimitMs, running);
    return { kind: 'passed' };
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    await Promise.race([
      Promise.allSettled(registries.map((hooks) => hooks.close())),
      pause(timeLimitMs),
    ]);
  }
}

/** Returns why this harness cannot show the behaviour; undefined if it can. */
export function notShown(behaviour: Behaviour, harness: Harness, mode: Mode): string | undefined {
  const exception = exceptionFor(behaviour, harness, mode);
  if (exception !== undefined) return exception.reason;
  for (const feature of behaviour.needs) {
    const support: Support = harness.supports[feature];
    if (support.kind !== 'supported') return support.reason;
  }
  return undefined;
}

function exceptionFor(behaviour: Behaviour, harness: Harness, mode: Mode): Exception | undefined {
  return harness.exceptions.find(
    (exception) =>
      exception.behaviour === behaviour.id && (exception.modes?.includes(mode) ?? true),
  );
}

async function within(timeLimitMs: number, running: Promise<void>): Promise<void> {
  const controller = new AbortController();
  const late = pause(timeLimitMs, controller.signal).then(() => {
    throw new Error(
      `[behaviour_late] the behaviour was not over after ${timeLimitMs} ms; look for a call that never settles`,
    );
  });
  try {
    await Promise.race([running, late]);
  } finally {
    controller.abort();
  }
}

/** Waits this long. It never settles after an abort, and keeps no process alive. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal?.addEventListener('abort', () => clearTimeout(timer));
  });
}
