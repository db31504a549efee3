import type { RowPlace } from './row-place.ts';
import type { DeniedCall } from 'interpose/replay';

/** A run that is worth a look, and the calls that were denied in it. */
export interface RunCase extends RowPlace {
  readonly run: string;
  readonly denied: readonly {
    readonly call: string;
    readonly code: string;
    readonly why: string;
  }[];
}

/** Tells of a run what was denied in it. */
export function toRunCase(
  { file, line }: RowPlace,
  run: string,
  denied: readonly DeniedCall[],
): RunCase {
  return {
    run,
    file,
    line,
    denied: denied.map(({ call, code, why }) => ({
      call: `${call.name}(${JSON.stringify(call.args)})`,
      code,
      why,
    })),
  };
}
