import type { CodeNote } from './code-note.ts';

/** The codes of the command line. */
export const COMMAND_CODES: Readonly<Record<string, CodeNote>> = {
  usage_invalid: {
    from: 'cli',
    cause: 'The command line contains a mistake, and nothing was done.',
    remedy: 'Run the command with `--help`.',
  },
  command_failed: {
    from: 'cli',
    cause: 'The command failed because of a bug in it.',
    remedy: 'Report it with the command line and what it printed.',
  },
  file_unreadable: {
    from: 'cli',
    cause: 'The command cannot read a file, or the file has the wrong format.',
    remedy: 'Check the path and what the message says about the file.',
  },
  node_unsupported: {
    from: 'cli',
    cause: 'Your version of Node is too old for the command.',
    remedy: 'Use Node 22.18 or later.',
  },
  file_unwritable: {
    from: 'cli',
    cause: 'The command cannot write a file; what was there is unchanged.',
    remedy: 'Name a file in a folder that exists and that you may write to.',
  },
  compiler_missing: {
    from: 'cli',
    cause: 'The command reads the SDK with the TypeScript compiler, which is not installed.',
    remedy: 'Install `typescript` in the app, beside `interpose`.',
  },
  cases_invalid: {
    from: 'cli',
    cause: 'A file of policy cases contains a key or a value that is not known.',
    remedy: 'Go to the line that the message names.',
  },
  cases_missing: {
    from: 'cli',
    cause: 'There is no file of policy cases to run.',
    remedy: 'Write a `*.policy.yaml`, or run `interpose init`.',
  },
  decision_unknown: {
    from: 'cli',
    cause: 'The recording does not contain this decision.',
    remedy:
      'Name the recording with `--recording`; only those of the `record` policy contain decisions.',
  },
  recording_empty: {
    from: 'cli',
    cause: 'The recordings contain no runs.',
    remedy: 'Name files that contain recorded runs.',
  },
  recording_not_found: {
    from: 'cli',
    cause: 'The recording does not exist.',
    remedy: 'Check the path.',
  },
  recording_unreadable: {
    from: 'cli',
    cause: 'The recording cannot be read.',
    remedy: 'Check the permissions of the file, and that nobody edited it.',
  },
};
