import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Dict } from '@interpose/core';

import { assistantRuns } from './assistant-runs.ts';
import { inTurns } from './in-turns.ts';
import type { RecordedMessage, RecordedRun } from './recorded-run.ts';

interface Trajectory {
  readonly task_id: number;
  readonly trial: number;
  readonly traj: readonly Dict[];
}

const MOST_RUNS = 40;

/** Returns recorded runs of an airline desk and three assistants if the data is here, else a few invented runs. */
export function recordedRuns(): readonly RecordedRun[] {
  const folder =
    process.env['INTERPOSE_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');
  const path = join(folder, 'tau-airline/gpt-4o-trajectories.json.gz');
  if (!existsSync(path)) return madeUpRuns();
  const runs = JSON.parse(gunzipSync(readFileSync(path)).toString()) as readonly Trajectory[];
  const airline = runs.slice(0, MOST_RUNS).map(({ task_id: task, trial, traj }) => ({
    agent: 'Airline desk',
    session: `airline-${task}-${trial}`,
    user: `customer-${task}`,
    messages: traj.filter(({ role }) => role !== 'system').map(toMessage),
  }));
  return inTurns([airline, assistantRuns(folder)]);
}

interface WireCall {
  readonly id?: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function toMessage(message: Dict): RecordedMessage {
  const calls = (message['tool_calls'] ?? []) as readonly WireCall[];
  const answers = message['tool_call_id'];
  return {
    role: String(message['role']),
    content: typeof message['content'] === 'string' ? message['content'] : '',
    calls: calls.map(({ id = '', function: { name, arguments: text } }) => ({
      id,
      name,
      args: argsOf(text),
    })),
    answers: typeof answers === 'string' ? answers : undefined,
  };
}

function argsOf(text: string): Dict {
  try {
    return JSON.parse(text) as Dict;
  } catch {
    return { text };
  }
}

function madeUpRuns(): readonly RecordedRun[] {
  return Array.from({ length: 12 }, (_, index) => {
    const order = `A-${100 + index}`;
    const call = (id: string, name: string, args: Dict): RecordedMessage => ({
      ...say('assistant', ''),
      calls: [{ id, name, args }],
    });
    const answer = (id: string, content: string): RecordedMessage => ({
      ...say('tool', content),
      answers: id,
    });
    return {
      agent: 'Shop desk',
      session: `shop-${index}`,
      user: `customer-${index % 5}`,
      messages: [
        say('user', `My mug of order ${order} came broken. Please pay it back.`),
        call('c1', 'find_order', { id: order }),
        answer('c1', `${order}: a mug, paid by ada@example.com`),
        call('c2', 'refund', { id: order, cents: 900 + index + (index % 3) / 2 }),
        answer('c2', 'The money is on its way.'),
        ...(index % 3 === 0
          ? [
              call('c4', 'calculate', { expression: `900 + ${index}` }),
              answer('c4', String(900 + index)),
              call('c5', 'find_order', { id: 'A-0' }),
              { ...answer('c5', ''), error: 'The list of orders does not answer.' },
            ]
          : []),
        ...(index % 4 === 0 ? [call('c3', 'run_query', { sql: 'drop table customers' })] : []),
        say('assistant', `The money for ${order} is on its way.`),
      ],
    };
  });
}

function say(role: string, content: string): RecordedMessage {
  return { role, content, calls: [], answers: undefined };
}
