import type { ChatRun } from '../run/host-run.ts';
import { isDict } from '../translate/native.ts';

/**
 * The run of LangGraph's third streaming protocol as it is: its many views read one run, and `output` tells how
 * that ended. The chat ends with it.
 */
export function watchRunStream(run: ChatRun, source: unknown): unknown {
  const output: unknown = isDict(source) ? source['output'] : undefined;
  Promise.resolve(output)
    .then(
      () => run.done(),
      (error: unknown) => run.failed(error),
    )
    .catch(() => undefined);
  return source;
}
