import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { guardian, type AosEvent } from '@interpose/aos';
import { createHooks, type HooksOptions } from '@interpose/core';
import { readRecordedRuns, readRun, scriptedModel, type RecordedRun } from '@interpose/testing';
import { expect, test } from 'vitest';
import { oddRows } from '../../test/odd-rows.ts';
import { startGuardian } from './start-guardian.ts';
import wirePolicies from '../../test/wire-policies.ts';
import { frameworks } from '../frameworks/frameworks.ts';
import { judgeParity } from './compare/judge-parity.ts';
import { ParitySide } from './compare/parity-side.ts';

const module = join(import.meta.dirname, '../../test/wire-policies.ts');
const data =
  process.env['INTERPOSE_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');
const files = [
  'agentdyn/gpt-4o-mini-2024-07-18.jsonl.gz',
  'tau-airline/gpt-4o-trajectories.json.gz',
];
/** Rows of each file; INTERPOSE_ROWS asks for more. */
const rows = Number(process.env['INTERPOSE_ROWS'] ?? 6);

const events = wirePolicies.flatMap(({ hooks = {} }) => Object.keys(hooks)) as AosEvent[];

test.each(
  [...frameworks.keys()].flatMap((name) => [
    [name, 'plain', false] as const,
    [name, 'streamed', true] as const,
  ]),
)(
  '%s, %s: the policies of a guardian in another process leave the records of the same in process',
  async (name, _, isStreamed) => {
    await using server = await scriptedModel();
    await using elsewhere = await startGuardian(module, 'secret');
    const asking = guardian({ url: elsewhere.url, token: 'secret', events, timeoutMs: 20_000 });
    const sides = [wirePolicies, [asking]].map((policies) =>
      sideOf(name, { policies }, server, isStreamed),
    );
    const found: object[] = [];
    let row = 0;
    for await (const run of recordedRuns()) {
      row += 1;
      const logs = await Promise.all(sides.map((side) => side.play(row, run)));
      found.push(...judgeParity(logs, []).unlisted.map((difference) => ({ row, ...difference })));
    }
    await Promise.all(sides.map((side) => side.close()));
    expect(found).toEqual([]);
    const { decisions } = sides[1]!.toReport();
    expect(decisions).toEqual(sides[0]!.toReport().decisions);
    expect(decisions).toMatchObject({ respond: 0, ask: 0, retry: 0 });
    const least = existsSync(data) ? 3 : 0;
    expect(Math.min(decisions.deny, decisions.modify)).toBeGreaterThanOrEqual(least);
  },
);

function sideOf(
  name: string,
  policies: HooksOptions,
  server: Awaited<ReturnType<typeof scriptedModel>>,
  isStreamed: boolean,
): ParitySide {
  return new ParitySide(frameworks.get(name)!, createHooks(policies), { server, isStreamed });
}

/** The odd rows of the tests, then real ones where there are any. */
async function* recordedRuns(): AsyncGenerator<RecordedRun, void, undefined> {
  for (const row of oddRows) yield readRun(row);
  for (const file of existsSync(data) ? files : []) {
    let taken = 0;
    for await (const recorded of readRecordedRuns(join(data, file))) {
      if (recorded.kind === 'run') yield recorded.run;
      taken += 1;
      if (taken >= rows) break;
    }
  }
}
