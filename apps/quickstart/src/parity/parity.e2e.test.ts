import { createHooks, type HooksOptions } from '@interpose/core';
import { readRun, scriptedModel, type RecordedRun, type ScriptedModel } from '@interpose/testing';
import { expect, test } from 'vitest';
import busyPolicies, { approver } from '../../test/busy-policies.ts';
import { fakeDifferences } from '../../test/fake-differences.ts';
import { fakeFramework } from '../../test/fake-framework.ts';
import { oddRows } from '../../test/odd-rows.ts';
import streamPolicies from '../../test/stream-policies.ts';
import { frameworks } from '../frameworks/frameworks.ts';
import { judgeParity } from './compare/judge-parity.ts';
import { listedDifferences } from './listed-differences/listed-differences.ts';
import { ParitySide } from './compare/parity-side.ts';

const list = [...listedDifferences, ...fakeDifferences];
const busy: HooksOptions = { policies: busyPolicies, approver };

/** Runs whose words make the policies say everything that they can say, and those that are odd. */
const runs: readonly RecordedRun[] = [
  ...oddRows.map((row) => readRun(row)),
  ...Array.from({ length: 40 }, (_, number) => madeUpRun(number)),
];

test.each([
  ['plain', false],
  ['streamed', true],
])(
  '%s: every framework tells what the fake host tells, with the same decisions',
  async (_, isStreamed) => {
    await using server = await scriptedModel();
    const everyone = [...frameworks.values(), fakeFramework];
    const sides = everyone.map(
      (each) => new ParitySide(each, createHooks(busy), { server, isStreamed }),
    );
    expect(await unlistedOf(sides)).toEqual([]);
    for (const side of sides) {
      expect(side.toReport()).toMatchObject({ failed: 0, mismatched: 0 });
      const said = Object.entries(side.toReport().decisions).filter(([, count]) => count > 0);
      expect(said.map(([verb]) => verb)).toEqual([
        'allow',
        'deny',
        'modify',
        'respond',
        'ask',
        'retry',
      ]);
    }
  },
);

test.each([...frameworks.keys()])('%s tells streamed what it tells plain', async (name) => {
  await using server = await scriptedModel();
  const sides = [false, true].map((isStreamed) => sideOf(name, busy, server, isStreamed));
  expect(await unlistedOf(sides)).toEqual([]);
});

test('what is done to deltas has the same consequences in every framework', async () => {
  await using server = await scriptedModel();
  const policies = { policies: streamPolicies };
  const sides = [...frameworks.keys()].map((name) => sideOf(name, policies, server, true));
  expect(await unlistedOf(sides)).toEqual([]);
});

function sideOf(
  name: string,
  policies: HooksOptions,
  server: ScriptedModel,
  isStreamed: boolean,
): ParitySide {
  const framework = frameworks.get(name) ?? fakeFramework;
  return new ParitySide(framework, createHooks(policies), { server, isStreamed });
}

/** The unlisted differences of all runs, each with its row. */
async function unlistedOf(sides: readonly ParitySide[]): Promise<object[]> {
  const found: object[] = [];
  for (const [row, run] of runs.entries()) {
    const logs = await Promise.all(sides.map((side) => side.play(row, run)));
    found.push(...judgeParity(logs, list).unlisted.map((difference) => ({ row, ...difference })));
  }
  await Promise.all(sides.map((side) => side.close()));
  return found;
}

/** Three calls at once, one of which fails, then an answer and a second chat. */
function madeUpRun(number: number): RecordedRun {
  const call = (name: string): object => ({
    id: `${name}-${number}`,
    name,
    args: { number, name },
  });
  const names = ['search', 'refund', 'send_mail'];
  return readRun({
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'You work for a shop.' },
      { role: 'user', content: `Do number ${number}.` },
      { role: 'assistant', content: '', tool_calls: names.map(call) },
      { role: 'tool', tool_call_id: `search-${number}`, content: `found ${number}` },
      { role: 'tool', tool_call_id: `refund-${number}`, content: '', error: 'no money' },
      { role: 'tool', tool_call_id: `send_mail-${number}`, content: 'sent' },
      { role: 'assistant', content: `I did ${number}.` },
      { role: 'user', content: `And ${number + 1000}?` },
      { role: 'assistant', content: `Not ${number + 1000}.` },
    ],
  });
}
