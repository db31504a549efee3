import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Dict } from '@interpose/core';

import { inTurns } from './in-turns.ts';
import type { RecordedRun } from './recorded-run.ts';

interface Row {
  readonly suite: string;
  readonly userTask: string;
  readonly injectionTask: string | null;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly name: string;
      readonly args: Dict;
    }[];
    readonly tool_call_id?: string;
    readonly error?: string | null;
  }[];
}

const MOST_OF_A_SUITE = 15;
const AGENTS: Readonly<Record<string, string>> = {
  dailylife: 'Daily assistant',
  github: 'Code assistant',
  shopping: 'Shopping assistant',
};

/** Returns recorded runs of three assistants, some of which read hostile texts; none if the data is missing. */
export function assistantRuns(folder: string): readonly RecordedRun[] {
  const path = join(folder, 'agentdyn/gpt-4o-mini-2024-07-18.jsonl.gz');
  if (!existsSync(path)) return [];
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Row);
  const suites = [...Map.groupBy(rows, ({ suite }) => suite).values()].map((all) => {
    const every = Math.max(1, Math.floor(all.length / MOST_OF_A_SUITE));
    return all.filter((_, index) => index % every === 0).map(toRun);
  });
  return inTurns(suites);
}

function toRun({ suite, userTask, injectionTask, messages }: Row): RecordedRun {
  return {
    agent: AGENTS[suite] ?? suite,
    session: [suite, userTask, injectionTask].filter((part) => part !== null).join('-'),
    user: 'emma',
    messages: messages
      .filter(({ role }) => role !== 'system')
      .map(({ role, content, tool_calls: calls = [], tool_call_id: answers, error }) => ({
        role,
        content: content ?? '',
        calls,
        answers,
        ...(typeof error === 'string' ? { error } : {}),
      })),
  };
}
