import type { CodeNote } from './code-note.ts';

/** What the command line says. */
export const COMMAND_CODES: Readonly<Record<string, CodeNote>> = {
  usage_invalid: {
    from: 'cli',
    cause: 'The command line is wrong, and nothing was done.',
    remedy: 'Run the command with `--help`.',
  },
  command_failed: {
    from: 'cli',
    cause: 'The command itself has a fault.',
    remedy: 'Report it with the command line and the text it wrote.',
  },
  file_unreadable: {
    from: 'cli',
    cause: 'A file that the command needs cannot be read or has the wrong form.',
    remedy: 'Check the path and what the message says of the file.',
  },
  node_unsupported: {
    from: 'cli',
    cause: 'The command was started with a Node that is too old for it.',
    remedy: 'Use Node 22.18 or later.',
  },
  file_unwritable: {
    from: 'cli',
    cause:
      'A file that the command was told to write cannot be written; what was there is as it was.',
    remedy: 'Name a file in a folder that is there and may be written to.',
  },
  compiler_missing: {
    from: 'cli',
    cause: 'The census of an SDK is read by the compiler of TypeScript, which is not there.',
    remedy: 'Install `typescript` in the app, beside `interpose`.',
  },
  cases_invalid: {
    from: 'cli',
    cause: 'A file of policy cases has a key or a value that is not known.',
    remedy: 'Go to the line that the message names.',
  },
  cases_missing: {
    from: 'cli',
    cause: 'There is no file of policy cases to run.',
    remedy: 'Write a `*.policy.yaml`, or run `interpose init`.',
  },
  decision_unknown: {
    from: 'cli',
    cause: 'The recording holds no such decision.',
    remedy:
      'Name the recording with `--recording`; only what the `record` policy wrote holds decisions.',
  },
  recording_empty: {
    from: 'cli',
    cause: 'The recordings hold no run.',
    remedy: 'Name files of recorded runs.',
  },
  recording_not_found: {
    from: 'cli',
    cause: 'There is no such recording.',
    remedy: 'Check the path.',
  },
  recording_unreadable: {
    from: 'cli',
    cause: 'The recording cannot be read.',
    remedy: 'Give a file that may be read, as it was written.',
  },
};
