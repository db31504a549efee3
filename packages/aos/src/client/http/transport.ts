import type { CallLimit } from './call-limit.ts';

/** One request to send. */
export interface Outgoing {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit: CallLimit;
  readonly maxAnswerBytes: number;
}

/** Sends a request and reads the answer. */
export interface Transport {
  /** Returns the text of a 200 answer; throws GuardianFailure for anything else. */
  send(outgoing: Outgoing): Promise<string>;
  close(): void;
}
