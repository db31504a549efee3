import type { Audit } from '@interpose/guardian-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { openCommandStage } from '../../test/command-stage.ts';
import { rewriteChain } from '../../test/rewrite-chain.ts';
import { eventually } from '../../test/sign-in.ts';

const stage = await openCommandStage();
afterAll(() => stage?.close());

describe.skipIf(stage === undefined)(
  'interpose verify, of the export of a guardian over PostgreSQL',
  () => {
    let lines: readonly string[];
    const proof = ['--key', 'data/audit-key.pub.pem', '--anchors', 'anchors.jsonl'];
    const verify = (changed: readonly string[], more: readonly string[] = proof) =>
      stage!.run(['verify', stage!.write('export.jsonl', `${changed.join('\n')}\n`), ...more]);

    beforeAll(async () => {
      const hooks = agentHooks(stage!.url);
      for (let index = 0; index < 8; index++) await askTool(hooks, { cents: index });
      const { id, said } = await stage!.ask('approved');
      await stage!.run(['approvals', 'approve', id]);
      await said;
      await eventually(async () => {
        const told = JSON.parse(await stage!.get('/api/audit')) as Pick<Audit, 'heads' | 'total'>;
        return told.total >= 9 && told.heads[0]?.anchored !== undefined;
      }, 30_000);
      lines = (await stage!.get('/api/audit/export?format=jsonl')).trimEnd().split('\n');
    });

    test('that holds, under its key and its anchors', async () => {
      const { code, out, err } = await verify(lines);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^holds {3}\d+ records\n$/);
    });

    test.for<[string, (lines: string[]) => void, string]>([
      ['changed', (all) => void (all[2] = all[2]!.replace('preToolCall', 'onResponse')), 'changed'],
      ['dropped', (all) => void all.splice(2, 1), 'dropped'],
      ['put in', (all) => void all.splice(2, 0, all[2]!.replace('preToolCall', 'x')), 'inserted'],
      ['cut off at the end', (all) => void all.splice(lastBatch(all)), 'dropped'],
      [
        'marked as retired, with another record behind it',
        (all) => {
          all[1] = all[1]!.replace('"retired":false', '"retired":true');
          all.splice(2, 1, '{"kind":"record","record":{"id":"forged"}}');
        },
        'changed',
      ],
    ])('of which something was %s', async ([, change, kind]) => {
      const changed = [...lines];
      change(changed);
      const { code, out } = await verify(changed);
      expect(out).toMatch(new RegExp(`^broken {2}record \\d+ of batch \\d+ was ${kind}\n`));
      expect(code).toBe(1);
    });

    test.for<[string, (lines: string[]) => void]>([
      ['a record before the first batch', (all) => void all.splice(1, 0, all[2]!)],
      ['a record that is none', (all) => void (all[2] = '{"kind":"record","record":null}')],
      ['a batch without leaves', (all) => void (all[1] = all[1]!.replace('"leaves"', '"left"'))],
      ['keys that are none', (all) => void (all[0] = '{"kind":"keys","keys":{"a":"b"}}')],
      ['no keys', (all) => void (all[0] = '{"kind":"keys"}')],
      ['a line that was cut', (all) => void (all[2] = all[2]!.slice(0, 40))],
    ])('with %s, which is none', async ([, change]) => {
      const changed = [...lines];
      change(changed);
      const { code, err } = await verify(changed, []);
      expect(err).toMatch(/^export_invalid: line \d+ is no line of an export\. Export again with /);
      expect(code).toBe(3);
    });

    test('against anchors of which one is none', async () => {
      const { code, err } = await verify(lines, ['--anchors', stage!.write('odd.jsonl', 'null\n')]);
      expect(err).toMatch(/^export_invalid: .*odd\.jsonl:1 is no anchor\. Repair the line\./);
      expect(code).toBe(3);
    });

    test('of a chain that was made anew in the database, which holds only by its own key', async () => {
      await stage!.within((database) =>
        rewriteChain(database, (record) => record.replace('"refund"', '"search"')),
      );
      const anew = (await stage!.get('/api/audit/export?format=jsonl')).trimEnd().split('\n');
      expect((await verify(anew)).code).toBe(1);
      expect((await verify(anew, proof.slice(0, 2))).code).toBe(1);
    });
  },
);

function lastBatch(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.startsWith('{"kind":"batch"'));
}
