import type { Message } from '@interpose/core';

import type { Detector } from './detector.ts';
import type { Additions } from './vault.ts';

/** The options of a redactor. */
export interface RedactorOptions {
  /** The key of the vault in the session's state. */
  readonly key: string;
  readonly detectors: readonly Detector[];
  readonly reversible: boolean;
  /** Returns the final placeholder of a value. */
  readonly placeholder: (type: string, value: string) => string;
  /** The most values to keep for a session. */
  readonly maxValues: number;
}

/** How a reader sees the text of the model. */
export interface Presentation {
  /** True: values that the model itself wrote are hidden. */
  readonly redact: boolean;
  /** True: values that came from the reader's side are shown. */
  readonly restore: boolean;
  /** The text before, if this text is the rest of a longer one. */
  readonly left?: string;
}

/** The parts of a request to search. */
export interface RequestReading {
  readonly isRead: (message: Message) => boolean;
  readonly readsInstructions: boolean;
}

/** Where values come from that a vault gets. */
export interface Keeping extends Pick<Partial<Additions>, 'hidden' | 'early'> {
  /** Returns the tokens that the model and tools used before this request. */
  readonly before?: () => readonly string[];
}
