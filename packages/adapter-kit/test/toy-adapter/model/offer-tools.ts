import { offerTools } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import { shownComponents } from '../coverage/inventory.ts';
import type { AgentRun } from '../run/host-run.ts';
import { isProviderTool } from '../tools/provider-tools.ts';
import type { ToyRequest, ToyTool } from '../translate/native.ts';

/** The tools of a request that the model may be shown. */
export function offerThrough(run: AgentRun, request: ToyRequest): MaybePromise<readonly ToyTool[]> {
  return offerTools(run.chat, {
    tools: request.tools,
    nameOf: ({ name }) => name,
    isHosted: isProviderTool,
    shown: () => shownComponents(request),
    run,
  });
}
