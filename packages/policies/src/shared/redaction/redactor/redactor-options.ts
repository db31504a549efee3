import type { Message } from '@interpose/core';

import type { Detector } from './detector.ts';

/** What a redactor works with. */
export interface RedactorOptions {
  /** The key of the vault in the session's state. */
  readonly key: string;
  readonly detectors: readonly Detector[];
  readonly reversible: boolean;
  /** What stands for a value for good. */
  readonly placeholder: (type: string, value: string) => string;
  /** Values kept per session. */
  readonly maxValues: number;
}

/** How a reader sees what the model wrote. */
export interface Presentation {
  /** Hide what the model wrote of its own. */
  readonly redact: boolean;
  /** Show the values that came from the reader's side. */
  readonly restore: boolean;
  /** What stands before the text, where the text is the rest of one. */
  readonly left?: string;
}

/** What of a request is searched. */
export interface RequestReading {
  readonly isRead: (message: Message) => boolean;
  readonly readsInstructions: boolean;
}
