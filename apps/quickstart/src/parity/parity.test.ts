import { createHooks } from '@interpose/core';
import { readRun, scriptedModel, type RecordedRun } from '@interpose/testing';
import { expect, test } from 'vitest';
import busyPolicies, { approver } from '../../test/busy-policies.ts';
import { fakeDifferences } from '../../test/fake-differences.ts';
import { fakeFramework } from '../../test/fake-framework.ts';
import { irregularRow } from '../../test/made-up-rows.ts';
import { aiSdk } from '../frameworks/ai-sdk.ts';
import { judgeParity } from './judge-parity.ts';
import { ParitySide } from './parity-side.ts';

/** Runs whose words make the policies say everything that they can say. */
const runs: readonly RecordedRun[] = [
  // A list as arguments is one thing for the AI SDK and another for the fake host.
  readRun(JSON.parse(irregularRow.replace('"args":[]', '"args":{}'))),
  ...Array.from({ length: 40 }, (_, number) => madeUpRun(number)),
];

test.each([
  ['plain', false],
  ['streamed', true],
])('%s: the AI SDK tells what the fake host tells, with the same decisions', async (_, streams) => {
  await using server = await scriptedModel();
  const policies = { policies: busyPolicies, approver };
  const sides = [aiSdk, fakeFramework].map(
    (each) => new ParitySide(each, createHooks(policies), { server, isStreamed: streams }),
  );
  for (const [row, run] of runs.entries()) {
    const logs = await Promise.all(sides.map((side) => side.play(row, run)));
    expect({ run: run.id, ...judgeParity(logs, fakeDifferences) }).toMatchObject({ unlisted: [] });
  }
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
    await side.close();
  }
});

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
