import type { Hooks } from '@interpose/core';
import { includesHooks } from '@interpose/core/adapter';

import { surroundingRuns, type ChatRun } from '../run/host-run.ts';
import { bindHere, Surroundings } from '../run/storage.ts';
import { leaveOwnMethods } from '../targets/hook-object.ts';

/** A model call that has passed these hooks, while the model itself is asked. */
interface Passed {
  readonly hooks: Hooks;
  readonly outer: Passed | undefined;
}

const passed = new Surroundings<Passed>();

/** Asks a model whose call has passed the hooks of a run; what it calls of other models is part of that call. */
export function askBelow<T>({ hooks }: ChatRun, ask: () => T): T {
  if (surroundingRuns().length === 0) return leaveOwnMethods(ask);
  return passed.run({ hooks, outer: passed.get() }, () => leaveOwnMethods(ask));
}

/**
 * The same for a model that goes on each time somebody reads: inside of a run it stays where it is bound, below the hooks;
 * elsewhere it goes on in what surrounds its reader, as it does without hooks.
 */
export function goOnBelow<T>(goOn: () => T): () => T {
  if (surroundingRuns().length === 0) return () => leaveOwnMethods(goOn);
  return bindHere(goOn);
}

/** True in a model whose call has passed these hooks. */
export function isAskedBelow(hooks: Hooks): boolean {
  let call = passed.get();
  while (call !== undefined && !includesHooks(call.hooks, hooks)) call = call.outer;
  return call !== undefined;
}

/** Outside of every such call: what a tool calls is none of the model that asked for the tool. */
export function leaveModels<T>(act: () => T): T {
  return passed.leave(act);
}
