import type { CallRun } from '../run/host-run.ts';
import type { Body } from '../translate/native.ts';

/** What one streamed call needs to be read and written. */
export interface StreamedCall {
  readonly run: CallRun;
  readonly body: Body;
}
