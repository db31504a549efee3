import { bindHere, Surroundings } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { includesHooks } from '@interpose/core/adapter';

import { isInRun, type ChatRun } from '../run/host-run.ts';
import { leaveOwnMethods } from '../targets/hook-object.ts';

/** The hooks that a model call has passed, while the model itself runs. `outer` is the model call around this one. */
interface Passed {
  readonly hooks: Hooks;
  readonly outer: Passed | undefined;
}

const passed = new Surroundings<Passed>();

/** Runs `ask`, the model behind the hooks of a run. Calls of other models inside `ask` belong to the same call. */
export function askBelow<T>({ hooks }: ChatRun, ask: () => T): T {
  if (!isInRun()) return leaveOwnMethods(ask);
  return passed.run({ hooks, outer: passed.get() }, () => leaveOwnMethods(ask));
}

/**
 * Returns a function for the next step of a streaming model. Inside a run, each step happens below the hooks, where
 * this was called. Outside of runs, each step happens where the reader is, as it does without hooks.
 */
export function goOnBelow<T>(goOn: () => T): () => T {
  if (!isInRun()) return () => leaveOwnMethods(goOn);
  return bindHere(goOn);
}

/** Whether the running code is inside a model whose call has passed these hooks. */
export function isAskedBelow(hooks: Hooks): boolean {
  let call = passed.get();
  while (call !== undefined && !includesHooks(call.hooks, hooks)) call = call.outer;
  return call !== undefined;
}

/** Runs `act` outside of every model call: a model that a tool calls is no part of the call that asked for the tool. */
export function leaveModels<T>(act: () => T): T {
  return passed.leave(act);
}
