import type { PersonsAnswer } from '../decisions/step-notes.ts';
import type { MainSide } from './worker-options.ts';
import type { AskAnswer, AskOfWorker } from './worker-talk.ts';

/** Asks people for a worker, until the worker no longer needs the answer. */
export async function askPeople(
  main: MainSide,
  { tenant, wire, request }: AskOfWorker,
  signal: AbortSignal,
): Promise<AskAnswer> {
  let instead: PersonsAnswer | undefined;
  const step = {
    wireOf: () => wire,
    answerWith: (_: unknown, given: PersonsAnswer) => void (instead = given),
  };
  const answer = await main.approve(tenant, step, { ...request, signal });
  return { answer, instead };
}
