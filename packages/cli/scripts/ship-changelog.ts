import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

// The command `upgrade` reads it beside what is built.
const root = join(import.meta.dirname, '../../..');
copyFileSync(join(root, 'CHANGELOG.md'), join(import.meta.dirname, '../dist/CHANGELOG.md'));
