import { once } from 'node:events';

import { guardian } from '@interpose/aos';
import { tryPolicy } from '@interpose/testing';
import { expect, test } from 'vitest';

import { startedGuardian } from '../../../test/started-guardian.ts';
import { temporaryApp } from '../../../test/temporary-app.ts';

const RULES = `default: allow
rules:
  - { on: preToolCall, tool: wire, decision: deny, reason: no transfers here }
`;

test('start serves a file of rules to an agent elsewhere, tells of decisions, and ends with 0', async () => {
  using app = temporaryApp({ 'rules.yaml': RULES }, ['core', 'policies', 'aos']);
  const { url, token, child, next } = await startedGuardian(app.folder, 'rules.yaml');
  const policy = guardian({ url, token });
  const { record } = await tryPolicy(policy, 'preToolCall', {
    call: { id: '1', name: 'wire', args: {} },
  });
  expect(record).toMatchObject({ decision: 'deny', reason: 'no transfers here' });
  expect(await next()).toMatchObject({
    kind: 'decision',
    record: { decision: 'deny', tool: 'wire' },
  });
  const health = await app.run('guardian', 'status', '--url', url, '--json');
  expect(JSON.parse(health.out)).toMatchObject({ status: 'serving', module: 'rules.yaml' });
  const keyed = { INTERPOSE_COMMAND_KEY: 'any' };
  const asked = await app.runWith(keyed, 'approvals', 'list', '--url', url);
  expect(asked.err).toMatch(
    /^guardian_unreachable: what answers at .* has no approvals .*status 4/,
  );
  const stranger = await fetch(url, { method: 'POST', body: '{}' });
  expect(stranger.status).toBe(401);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('where no guardian is, the command says how to reach one', async () => {
  using app = temporaryApp();
  const { err, code } = await app.run('guardian', 'policies');
  expect(err).toMatch(
    /^guardian_unreachable: no guardian has its data in .*INTERPOSE_GUARDIAN_URL/,
  );
  expect(code).toBe(3);
  const closed = await app.run('guardian', 'status', '--url', 'http://127.0.0.1:2');
  expect(closed.err).toMatch(
    /^guardian_unreachable: .*: connect ECONNREFUSED 127\.0\.0\.1:2\. Start it/,
  );
  const odd = await app.run('guardian', 'begin');
  expect(odd.err).toMatch(/^usage_invalid: there is no action begin\. Use start, status/);
  expect(odd.code).toBe(2);
});
