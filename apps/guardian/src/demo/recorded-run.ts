import type { Dict } from '@interpose/core';

/** One message of a recorded run, in the format of chat completions. */
export interface RecordedMessage {
  readonly role: string;
  readonly content: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: Dict }[];
  readonly answers: string | undefined;
  /** The error of the tool, in place of an answer. */
  readonly error?: string;
}

/** A run of one agent. */
export interface RecordedRun {
  readonly agent: string;
  readonly session: string;
  readonly user: string;
  readonly messages: readonly RecordedMessage[];
}
