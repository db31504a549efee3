#!/usr/bin/env node
// As a whole, since an older Node lacks names that a list of them would ask for before anything can be said.
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `node_unsupported: interpose does not run on Node ${process.versions.node}. Use Node 22.18 or later.\n`,
  );
  process.exit(3);
}
// The compiled modules of the last run start this one; a folder that cannot be written changes nothing.
nodeModule.enableCompileCache();

const { main } = await import('./program/main.ts');
await main(process.argv.slice(2));
