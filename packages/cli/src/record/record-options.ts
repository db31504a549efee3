import { checkOptions, InterposeError, type Policy } from '@interpose/core';

/**
 * What `record` takes.
 *
 * @example
 * const options: RecordOptions = { redact: [redactSecrets()], file: '.interpose/recordings/sessions.jsonl' };
 */
export interface RecordOptions {
  /** Policies that everything written passes first; write `[]` to keep payloads as they are. */
  readonly redact: readonly Policy[];
  /** `.interpose/recordings/sessions.jsonl`; its folder is made. */
  readonly file?: string;
  /** Bytes after which the file is set aside as `.1`, `.2`, …: 64 MiB. */
  readonly maxBytes?: number;
  /** Files kept beside the one that is written: 4. */
  readonly maxFiles?: number;
  /** Messages and decisions kept of one chat; a longer one is marked `cut`: 2000. */
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
