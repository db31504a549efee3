import { randomApps } from '@interpose/testing/conformance';

import { knownBreaches } from './fuzz/known-breaches.ts';
import { targets } from './fuzz/targets.ts';

randomApps(targets, knownBreaches);
