import { createHooks, type Hooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';

import { limits } from '../start/limits.ts';

/** One registry for the process; every request uses it. */
export const hooks: Hooks = createHooks({ policies: [limits] });
hooks.observe('onDecision', logDecisions());
