import { currentFrame } from '../run/current-run.ts';
import { sourceOf } from '../targets/mcp-tools.ts';
import { sdkOf, type Sdk } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeFunctionTool } from '../translate/native.ts';
import { gateCall } from './ask.ts';

type NeedsApproval = NativeFunctionTool['needsApproval'];

/**
 * The approval of one agent's tool: the gates of a hooked run first, the app's own policy last. It is made anew only
 * where the app has put another policy on its tool.
 */
export function approvalOf(agent: NativeAgent, tool: NativeFunctionTool): object {
  let own: NeedsApproval | undefined;
  let made: NeedsApproval | undefined;
  return {
    get needsApproval(): NeedsApproval {
      if (made === undefined || own !== tool.needsApproval) {
        own = tool.needsApproval;
        made = asking(agent.name, tool);
        const sdk = sdkOf(agent);
        if (sdk !== undefined) takeForFixed(sdk, made, own);
      }
      return made;
    },
  };
}

function asking(agent: string, tool: NativeFunctionTool): NeedsApproval {
  return (context, args, callId = '') => {
    const own = (left: unknown): Promise<boolean> =>
      tool.needsApproval(context, left as never, callId);
    const run = currentFrame()?.run;
    return run === undefined ? own(args) : gateCall(run, { tool, args, callId, agent }, own);
  };
}

/**
 * Lets the SDK take a policy for one that it made of a yes or a no, where that in whose place it stands is such a one:
 * all of those have one text. The SDK asks no other policy without a copy of the arguments, which it cannot make of a
 * date, and asks a person by itself about arguments that are no object.
 *
 * It looks three times at what a tool is made of: what kind of policy that is, which one, and whether it is fixed. A
 * version that looks otherwise has copies made as for any policy of an app.
 */
function takeForFixed({ tool }: Sdk, policy: NeedsApproval, own: NeedsApproval): void {
  const madeOf = (look: () => NeedsApproval | false): NativeFunctionTool =>
    tool({
      name: 'approval',
      parameters: { type: 'object' },
      strict: false,
      execute: String,
      get needsApproval() {
        return look();
      },
      // Only a tool that is offered to a model has to say more.
    } as never);
  let looks = 0;
  if (sourceOf(own) === sourceOf(madeOf(() => false).needsApproval))
    madeOf(() => looks++ < 2 && policy);
}
