import { checkOptions, InterposeError, type Policy } from '@interpose/core';

/**
 * The options of `record`.
 *
 * @example
 * const options: RecordOptions = { redact: [redactSecrets()], file: '.interpose/recordings/sessions.jsonl' };
 */
export interface RecordOptions {
  /** Policies that process everything before it is written; use `[]` to keep payloads as they are. */
  readonly redact: readonly Policy[];
  /** The file; `.interpose/recordings/sessions.jsonl` by default. Its folder is created. */
  readonly file?: string;
  /** The bytes after which the file is set aside as `.1`, `.2`, …; 64 MiB by default. */
  readonly maxBytes?: number;
  /** The number of files kept beside the current one; 4 by default. */
  readonly maxFiles?: number;
  /** The most messages and decisions kept of one chat, 2000 by default; a longer chat is marked `cut`. */
  readonly maxMessages?: number;
}

const OPTIONS = Object.keys({
  redact: true,
  file: true,
  maxBytes: true,
  maxFiles: true,
  maxMessages: true,
} satisfies Record<keyof RecordOptions, true>);

/** @throws InterposeError `invalid_option` */
export function checkRecordOptions(options: RecordOptions): Required<RecordOptions> {
  checkOptions('record', options, OPTIONS);
  const {
    redact,
    file = '.interpose/recordings/sessions.jsonl',
    maxBytes = 64 * 1024 * 1024,
    maxFiles = 4,
    maxMessages = 2000,
  } = options ?? {};
  if (!Array.isArray(redact))
    throw invalid(
      'record has no list redact',
      'name policies such as redactSecrets(), or [] for none',
    );
  for (const [name, value] of Object.entries({ maxBytes, maxFiles, maxMessages }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw invalid(`${name} of record is ${String(value)}`, 'give a whole number above 0');
  return { redact, file, maxBytes, maxFiles, maxMessages };
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', problem, remedy);
}
