import type { EntryClass } from '@interpose/adapter-kit';

import { enforcedParts } from './enforced-parts.ts';
import { enforced } from './enforced.ts';
import { harmless } from './harmless.ts';
import { unmediated } from './unmediated.ts';

/**
 * The options of a run, and of a runner, that can act, and that the code passes on. One that holds others passes where
 * every entry of what it holds is judged.
 */
export const passed: Readonly<Record<string, RegExp>> = {
  OPTIONS:
    /^(?:Non)?StreamRunOptions\{(\w+)|^(?<errorHandlers>RunErrorHandlers)|^(?<sandbox>SandboxRunConfig)/,
  CONFIGURATION: /^RunConfig\.(\w+)|^(?<sandbox>SandboxRunConfig)/,
};

/** How far mediation holds for every entry of the OpenAI Agents SDK, 0.11.8 to 0.20. */
export const classes: readonly EntryClass[] = [
  ...enforced,
  ...enforcedParts,
  {
    entries: ['hostedMcpTool*', 'HostedShell*'],
    status: 'observed',
    path: 'hosted tool',
    why: 'removed from the request when it is denied; hooks are only told what ran at the provider',
    probe: 'hosted tool',
  },
  ...unmediated,
  ...harmless,
];
