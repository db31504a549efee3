import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { reliabilityPage, renderReliability } from './render-reliability.ts';

writeFileSync(join(repositoryRoot, reliabilityPage), renderReliability());
