import { InterposeError, type Hooks, type MaybePromise } from '@interpose/core';
import { thrownFor, type Layer } from '@interpose/adapter-kit';
import type { StepOutcome } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import { inRun } from '../run/settle-run.ts';
import { Surroundings } from '../run/storage.ts';

/** A retriever or a memory, and what it was hooked with. */
export interface ComponentSeam extends Layer {
  /** The path of the capability table. */
  readonly path: string;
  /** What policies know it by. */
  readonly source: string;
}

const steps = new Surroundings<readonly Hooks[]>();

/**
 * Does one step of a component inside the run that surrounds it, else inside a chat of its own; `within` where a step
 * of the same hooks goes on already: a retriever asks its vector store, and both may be hooked.
 */
export async function inStep<T>(
  seam: ComponentSeam,
  act: (run: ChatRun) => Promise<T>,
  within: () => MaybePromise<T>,
): Promise<T> {
  const { hooks, path, source } = seam;
  const around = steps.get() ?? [];
  if (around.includes(hooks)) return within();
  return inRun(seam, { path, fallback: source }, (run) =>
    steps.run([...around, hooks], () => act(run)),
  );
}

/**
 * What came of such a step; undefined where it was denied.
 *
 * @throws what the component threw, or InterposeError `suspend_unsupported` for an ask that only a tool call could wait for.
 */
export function outputOf<T>(outcome: StepOutcome<T>): T | undefined {
  switch (outcome.kind) {
    case 'output':
      return outcome.output;
    case 'denied':
      return undefined;
    case 'error':
      throw thrownFor(outcome);
    case 'suspended':
      throw new InterposeError(
        'suspend_unsupported',
        `nobody answered: ${outcome.reason}`,
        'set an approver; only tool calls can wait',
      );
  }
}
