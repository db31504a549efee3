import { createHooks } from '@interpose/core';

import { agentsRun } from './agents-run.ts';
import { aiSdkRun } from './ai-sdk-run.ts';
import { langchainRun } from './langchain-run.ts';
import { measureRun } from './measure-run.ts';
import { openaiRun } from './openai-run.ts';

/** Prints how many heap bytes a streamed run of one SDK keeps, alone and with one hook. Needs `--expose-gc`. */
const run = { agentsRun, aiSdkRun, langchainRun, openaiRun }[process.argv[2] ?? ''] ?? aiSdkRun;
const hooks = createHooks();
hooks.addHook('preRequest', () => undefined);
await measureRun(run, { steps: 60, streamed: true });
await measureRun(run, { steps: 60, streamed: true, hooks });
const bare = await measureRun(run, { steps: 200, streamed: true });
const hooked = await measureRun(run, { steps: 200, streamed: true, hooks });
process.stdout.write(JSON.stringify({ bare: bare.kept, hooked: hooked.kept }));
process.exit(0);
