import { expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';

test.for([
  ['999.1.1.1', 'Give an address of this machine with --host.'],
  ['192.0.2.1', 'Give an address of this machine with --host.'],
])('guardian start on the address %s names the option that is wrong', async ([host, told]) => {
  using app = temporaryApp();
  app.write('none.mjs', 'export default [{ name: "n", hooks: { preToolCall: () => undefined } }];');
  const words = ['guardian', 'start', 'none.mjs', '--port', '0', '--host', host!];
  const { err, code } = await app.run(...words);
  expect(err).toMatch(/^port_unavailable: port 0 of /);
  expect(err).toContain(told);
  expect(code).toBe(3);
});
