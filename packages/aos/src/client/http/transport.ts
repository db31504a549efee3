import type { CallLimit } from './call-limit.ts';

/** One request as it leaves. */
export interface Outgoing {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit: CallLimit;
  readonly maxAnswerBytes: number;
}

/** Sends a request and reads the answer. */
export interface Transport {
  /** The text of a 200 answer; throws GuardianFailure for everything else. */
  send(outgoing: Outgoing): Promise<string>;
  close(): void;
}
