import { freePort } from '@interpose/faulty-servers';
import { afterAll, describe, expect, test } from 'vitest';

import { KEY, openCommandStage } from '../../test/command-stage.ts';

const stage = await openCommandStage();
afterAll(() => stage?.close());

describe.skipIf(stage === undefined)('interpose approvals, at a guardian over PostgreSQL', () => {
  test('approves an ask that it has listed and shown, and the agent goes on', async () => {
    const { id, said } = await stage!.ask('approved');
    const listed = await stage!.run(['approvals', 'list']);
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toMatch(new RegExp(`^${id} {2}refund of .*, \\d+ s left\n {2}a big refund`));
    const shown = await stage!.run(['approvals', 'show', id, '--json']);
    expect(JSON.parse(shown.out)).toMatchObject({ id, state: 'waiting', args: { to: 'Zoë' } });
    const approved = await stage!.run(['approvals', 'approve', id]);
    expect(approved).toMatchObject({ code: 0, err: '' });
    expect(approved.out).toMatch(/^approved\n[^]*answer +approve by command line\n/);
    expect(await said).toMatchObject({ decision: 'allow' });
    const again = await stage!.run(['approvals', 'deny', id]);
    expect(again.err).toMatch(/^guardian_refused: already_answered/);
    expect(again.code).toBe(3);
    expect(await stage!.run(['approvals', 'list'])).toMatchObject({
      code: 0,
      out: 'nothing waits\n',
    });
  });

  test('denies one in words that the agent hears', async () => {
    const { id, said } = await stage!.ask('denied');
    const denied = await stage!.run(['approvals', 'deny', id, '--words', 'Not without a receipt.']);
    expect(denied.out).toMatch(/^denied\n[^]*deny by command line: Not without a receipt\.\n/);
    expect(denied.code).toBe(0);
    expect(await said).toMatchObject({ decision: 'deny', reason: 'Not without a receipt.' });
  });

  test('says that an ask which needs two still waits for the other', async () => {
    const { id } = await stage!.ask('both', 'wire');
    expect((await stage!.run(['approvals', 'approve', id])).out).toMatch(/^waiting, \d+ s left\n/);
    for (const answer of ['approve', 'deny']) {
      const twice = await stage!.run(['approvals', answer, id]);
      expect(twice.err).toMatch(/^guardian_refused: already_voted/);
      expect(twice.code).toBe(3);
    }
  });

  test('lists more asks than one page of the interface holds, as the own command of the guardian does', async () => {
    await stage!.within((database) =>
      database.query(
        `insert into approval select (jsonb_populate_record(one, jsonb_build_object('id', 'many-' || n, 'step_key',
          'many-' || n, 'state', 'waiting', 'expires_at', $1::text))).*
          from (select approval from approval limit 1) as first(one), generate_series(1, 620) as n`,
        [Date.now() + 600_000],
      ),
    );
    const { out, code } = await stage!.run(['approvals', 'list', '--json']);
    const { approvals } = JSON.parse(out) as { readonly approvals: readonly { id: string }[] };
    const many = new Set(approvals.map(({ id }) => id).filter((id) => id.startsWith('many-')));
    expect([code, many.size]).toEqual([0, 620]);
    const own = await stage!.runOwn(['approvals', 'list']);
    const told = new Set(own.out.match(/^many-\d+ {2}waiting/gm));
    expect([own.code, told.size]).toEqual([0, 620]);
    await stage!.within((database) =>
      database.query(`delete from approval where id like 'many-%'`),
    );
  });

  test.for<[string, Record<string, string>, RegExp]>([
    ['a wrong key', { INTERPOSE_COMMAND_KEY: 'another' }, /^guardian_refused: not_signed_in/],
    ['the token of an agent', { INTERPOSE_COMMAND_KEY: 'secret-of-tests' }, /^guardian_refused: /],
  ])('is refused with %s', async ([, key, told]) => {
    const { code, err, out } = await stage!.run(['approvals', 'list'], {
      INTERPOSE_GUARDIAN_URL: stage!.url,
      ...key,
    });
    expect(err).toMatch(told);
    expect([code, out]).toEqual([3, '']);
  });

  test('does not repeat a key that fits into no header', async () => {
    const { code, err } = await stage!.run(['approvals', 'list'], {
      INTERPOSE_GUARDIAN_URL: stage!.url,
      INTERPOSE_COMMAND_KEY: 'secr\u00e9t\nkey',
    });
    expect(err).toMatch(/^usage_invalid: INTERPOSE_COMMAND_KEY is no key of printable ASCII/);
    expect(err).not.toContain('secr');
    expect(code).toBe(2);
  });

  test('says where no guardian answers, and which ask there is not', async () => {
    const nowhere = { INTERPOSE_COMMAND_KEY: KEY };
    const url = `http://127.0.0.1:${await freePort()}`;
    const gone = await stage!.run(['approvals', 'list', '--url', url], nowhere);
    expect(gone.err).toMatch(/^guardian_unreachable: no guardian answers at http[^]*ECONNREFUSED/);
    expect(gone.code).toBe(3);
    const unknown = await stage!.run(['approvals', 'approve', '../audit']);
    expect(unknown.err).toMatch(/^guardian_refused: not_found/);
    expect(unknown.code).toBe(3);
  });
});
