import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryApp, type TemporaryApp } from '../../test/temporary-app.ts';

/** Makes an app with a source that even root cannot read: a link to itself. */
function appWithLoop(): TemporaryApp {
  const app = temporaryApp({
    'package.json': '{ "type": "module", "dependencies": { "openai": "^6.0.0" } }',
    'interpose.config.mjs': 'export default [{ name: "p", hooks: { preToolCall() {} } }];',
  });
  symlinkSync('loop.ts', join(app.folder, 'loop.ts'));
  return app;
}

test.for([['check'], ['check', 'loop.ts'], ['coverage'], ['init', '--yes']])(
  '%s passes over no source that cannot be read',
  async (words) => {
    using app = appWithLoop();
    const { err, code } = await app.run(...words);
    expect(err).toMatch(
      /^file_unreadable: \S+\/loop\.ts cannot be read: ELOOP.*Let the command read it, or give it other files\.\n$/,
    );
    expect(code).toBe(3);
  },
);

test('doctor says what cannot be read, and everything else', async () => {
  using app = appWithLoop();
  const { out, code } = await app.run('doctor');
  expect(out).toMatch(/^wrong +sources +file_unreadable: \S+\/loop\.ts cannot\s+be\s+read: ELOOP/m);
  expect(out).toMatch(/^ok +config /m);
  expect(code).toBe(1);
});

test.for(['{ "version": ', 'null', '{ "version": "new" }'])(
  'the package.json of an SDK that holds %s is told by its name',
  async (text) => {
    using app = temporaryApp(
      {
        'package.json': '{ "dependencies": { "openai": "*", "@interpose/openai": "*" } }',
        'node_modules/openai/package.json': text,
      },
      ['core', 'openai'],
    );
    for (const command of ['coverage', 'doctor', 'upgrade']) {
      const { err, code } = await app.run(command);
      expect(err).toMatch(
        /^file_unreadable: \S+\/node_modules\/openai\/package\.json cannot be read: .+\. Install the dependencies again\.\n$/,
      );
      expect(code).toBe(3);
    }
  },
);
