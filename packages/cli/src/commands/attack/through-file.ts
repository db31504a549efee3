import type { RecordedCall, RecordedRun } from '@interpose/testing/recorded-runs';

import type { Attack } from '../../attacking/plan-attacks.ts';
import { WholeFile } from '../../program/whole-file.ts';
import type { RecordedSession } from '../../recordings/read-recordings.ts';

/** A file of the attacks that went through, one run per line, in a form that every command for recordings can read. */
export class ThroughFile extends WholeFile {
  addAttack({ agent, user }: RecordedSession, attack: Attack, seed: number): void {
    const { tool, after, disguise, run } = attack;
    const row = {
      ...(agent === undefined ? {} : { agent }),
      ...(user === undefined ? {} : { user }),
      attack: { tool, after, disguise, seed },
      messages: messagesOf(run),
    };
    this.add(`${JSON.stringify(row)}\n`);
  }
}

type Message = Readonly<Record<string, unknown>>;

function messagesOf({ instructions, chats }: RecordedRun): readonly Message[] {
  const told = instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  return [
    ...told,
    ...chats.flatMap(({ user, turns }) => [
      ...user.map((content) => ({ role: 'user', content })),
      ...turns.flatMap(({ text, calls }) => [
        {
          role: 'assistant',
          content: text,
          ...(calls.length === 0
            ? {}
            : { tool_calls: calls.map(({ id, name, args }) => ({ id, name, args })) }),
        },
        ...calls.flatMap(resultOf),
      ]),
    ]),
  ];
}

function resultOf({ id, outcome }: RecordedCall): readonly Message[] {
  const message = { role: 'tool', tool_call_id: id };
  switch (outcome.kind) {
    case 'result':
      return [{ ...message, content: outcome.content }];
    case 'error':
      return [{ ...message, content: '', error: outcome.message }];
    case 'missing':
      return [];
  }
}
