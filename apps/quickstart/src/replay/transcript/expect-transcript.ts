import type { RecordedCall, RecordedRun } from '@interpose/testing';
import type { CallOutcome, Transcript } from './transcript.ts';

/** What a faithful replay of a run does; a call without a recorded result gets an empty one. */
export function expectTranscript(run: RecordedRun): Transcript {
  return run.chats.map(({ turns }) =>
    turns.map(({ text, calls }) => ({
      text,
      calls: calls.map((call) => ({
        id: call.id,
        name: call.name,
        args: call.args,
        outcome: expectOutcome(call),
      })),
    })),
  );
}

function expectOutcome({ outcome }: RecordedCall): CallOutcome {
  switch (outcome.kind) {
    case 'result':
      return { kind: 'result', result: outcome.content };
    case 'error':
      return { kind: 'error', message: outcome.message };
    case 'missing':
      return { kind: 'result', result: '' };
  }
}
