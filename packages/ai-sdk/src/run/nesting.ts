import type { Hooks } from '@interpose/core';
import {
  ambientFrame,
  chatsAreSought,
  runInChat,
  runInModelStep,
  type Chat,
} from '@interpose/core/adapter';
import type { ChatRun } from './host-run.ts';

let targets = 0;
let models = 0;

/** Counts hooked targets: one for an agent or a model, several for a module. */
export function countTargets(number: number): void {
  targets += number;
}

/** Counts a model that is hooked by itself. */
export function countModel(): void {
  models += 1;
  countTargets(1);
}

/**
 * Runs a tool in its chat, so that a hooked target that it calls finds its parent. With one target and no hooked
 * transport there is nothing to find, and on Node 22 any use of AsyncLocalStorage slows all later awaits.
 */
export function runNested<T>(chat: Chat, run: () => T): T {
  return targets < 2 && !chatsAreSought() ? run() : runInChat(chat, run);
}

/** A model call in progress. A hooked model that runs inside of it belongs to the same step and the same chat. */
class AskedStep {
  open = true;
  readonly run: ChatRun;

  constructor(run: ChatRun) {
    this.run = run;
  }
}

/** Whether a hooked model may run inside of the model of this run, so that `askInStep` does more than ask. */
export function isStepSought({ opened }: ChatRun): boolean {
  return opened !== undefined && models > 0 && targets > 1;
}

/** Asks the model of a run, so that a hooked model inside of it (behind a middleware of the app) finds the run. */
export function askInStep(run: ChatRun, ask: () => PromiseLike<unknown>): PromiseLike<unknown> {
  const { opened: chat } = run;
  if (chat === undefined || !isStepSought(run)) return ask();
  const step = new AskedStep(run);
  const close = (): void => void (step.open = false);
  const asked = runInChat(chat, () => runInModelStep(chat, ask), step);
  asked.then(close, close);
  return asked;
}

/** Returns the run whose model is being asked around this code; undefined if there is none. */
export function runAbove(hooks: Hooks): ChatRun | undefined {
  const step = ambientFrame();
  return step instanceof AskedStep && step.open && step.run.hooks === hooks ? step.run : undefined;
}
