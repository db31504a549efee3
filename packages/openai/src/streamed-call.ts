import type { CallRun } from './call-run.ts';
import type { Body } from './native.ts';

/** What one streamed call needs to be read and written. */
export interface StreamedCall {
  readonly run: CallRun;
  readonly body: Body;
}
