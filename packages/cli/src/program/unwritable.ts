import { InterposeError } from '@interpose/core';

/** Returns the error for a file that cannot be written. */
export function unwritable(path: string, cause: unknown): InterposeError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new InterposeError(
    'file_unwritable',
    // The rest of the message names the system call and an internal file, which would not help.
    `${path} cannot be written: ${message.split(', ')[0]}`,
    /DQUOT|FBIG|NOSPC/.test(code)
      ? 'make room on the disk'
      : 'name a file in a folder that is there and may be written to',
    { cause },
  );
}
