import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { generatedFiles } from './generated-files.ts';

const folder = join(import.meta.dirname, '../src/generated');

/** Writes types and validators of the messages, from the schema beside the checkout. */
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(await generatedFiles()))
  writeFileSync(join(folder, name), text);
