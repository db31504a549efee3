import { InterposeError, type Hooks, type MaybePromise } from '@interpose/core';
import { type Layer, Surroundings, thrownFor } from '@interpose/adapter-kit';
import type { StepOutcome } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import { inRun } from '../run/settle-run.ts';

/** A retriever or a memory, with its hooks and options. */
export interface ComponentSeam extends Layer {
  /** The path in the capability table. */
  readonly path: string;
  /** The name by which policies know the component. */
  readonly source: string;
}

const steps = new Surroundings<readonly Hooks[]>();

/**
 * Runs one step of a component inside the surrounding run, else inside a new chat. Runs `within` instead if a step of
 * the same hooks is running already: a retriever asks its vector store, and both may be hooked.
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
 * Returns the output of a step; `undefined` if it was denied.
 *
 * @throws the component's error, or InterposeError `suspend_unsupported` for an ask, as only tool calls can wait.
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
