import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  expectUnseen,
  oneCall,
  question,
  requestAt,
  says,
  spyTool,
  theme,
  userTexts,
} from '@interpose/testing/conformance/kit';

import { redactSecrets } from '../../src/redact-secrets/index.ts';
import { begin, made } from '../made-up-secrets.ts';

const token = `${begin('gh', 'p_')}${made(36)}`;

/** What hiding secrets owes on every SDK. */
export const redactSecretsBehaviours: readonly Behaviour[] = theme('redact-secrets', [
  {
    id: 'redact-secrets-both-ways',
    title: 'the model reads a token in place of a secret and the tool gets the secret',
    rows: [100],
    async run(bench) {
      const login = spyTool('login', () => `logged in with ${token}`);
      const run = await bench.start({
        hooks: bench.hooks({ policies: [redactSecrets()] }),
        model: oneCall('login', { with: '<GITHUB_TOKEN_1>' }),
        messages: [{ role: 'user', text: `Log in with ${token}.` }],
        tools: [login],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(login.runs, [{ with: token }]);
      assert.deepEqual(userTexts(requestAt(run, 0)), ['Log in with <GITHUB_TOKEN_1>.']);
      assert.ok(!JSON.stringify(run.requests).includes(token), 'no model reads the secret');
    },
  },
  {
    id: 'redact-secrets-answers',
    title: 'a secret that the model writes in pieces does not leave',
    rows: [100],
    async run(bench) {
      const run = await bench.start({
        hooks: bench.hooks({ policies: [redactSecrets()] }),
        model: [says('Take ', token.slice(0, 9), token.slice(9, 30), token.slice(30), ' please.')],
        messages: question,
      });
      expectUnseen(run, token);
      expectUnseen(run, token.slice(0, 9));
    },
  },
]);
