#!/usr/bin/env node
// Imported as a whole: on an older Node, importing a missing name fails before this file can print a message.
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `node_unsupported: interpose does not run on Node ${process.versions.node}. Use Node 22.18 or later.\n`,
  );
  process.exit(3);
}
// Starts from the compiled modules of the last run. A folder that cannot be written is no problem.
nodeModule.enableCompileCache();

const { main } = await import('./program/main.ts');
await main(process.argv.slice(2));
