import { InterposeError } from '@interpose/core';

/** The error of a file that cannot be written. */
export function unwritable(path: string, cause: unknown): InterposeError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new InterposeError(
    'file_unwritable',
    // What was being done, and to which file of ours, tells nobody anything.
    `${path} cannot be written: ${message.split(', ')[0]}`,
    /DQUOT|FBIG|NOSPC/.test(code)
      ? 'make room on the disk'
      : 'name a file in a folder that is there and may be written to',
    { cause },
  );
}
