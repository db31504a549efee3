import { madeOnce } from '@interpose/adapter-kit';
import { frameOf } from '../run/current-run.ts';
import { sourceOf } from '../targets/mcp-tools.ts';
import { isRealtime } from '../targets/realtime.ts';
import { sdkOf, type Sdk } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeContext, NativeFunctionTool } from '../translate/native.ts';
import { gateCall } from './ask.ts';

type NeedsApproval = NativeFunctionTool['needsApproval'];

/**
 * Returns a getter for the approval of one agent's tool: the hooks of a run first, the app's own policy last. It is
 * made again only when the app puts another policy on its tool.
 */
export function approvalOf(agent: NativeAgent, tool: NativeFunctionTool): object {
  let own: NeedsApproval | undefined;
  let made: NeedsApproval | undefined;
  return {
    get needsApproval(): NeedsApproval {
      if (made === undefined || own !== tool.needsApproval) {
        own = tool.needsApproval;
        made = asking(agent, tool);
        const sdk = sdkOf(agent);
        if (sdk !== undefined) takeForFixed(sdk, made, own);
      }
      return made;
    },
  };
}

function asking(agent: NativeAgent, tool: NativeFunctionTool): NeedsApproval {
  return (context, args, callId = '') => {
    const own = (left: unknown): Promise<boolean> =>
      tool.needsApproval(context, left as never, callId);
    const run = frameOf(agent)?.run;
    if (run !== undefined) return gateCall(run, { tool, args, callId, agent: agent.name }, own);
    return isRealtime(agent) ? own(args).then((asks) => note(context, callId, asks)) : own(args);
  };
}

/** The calls of a realtime session that a person is asked about, by the session's context. */
const shown = new WeakMap<NativeContext, Set<string>>();

function note(context: NativeContext, callId: string, asks: boolean): boolean {
  if (asks) madeOnce(shown, context, () => new Set<string>()).add(callId);
  return asks;
}

/** Whether a person was shown this call of a realtime session as the model wrote it. Forgets it: it runs now. */
export function wasShown(context: NativeContext | undefined, callId: string): boolean {
  return context !== undefined && shown.get(context)?.delete(callId) === true;
}

/**
 * Lets the SDK treat `policy` as one that it made of a fixed yes or no, if `own` is such a policy: all of those have
 * the same source text. For any other policy the SDK copies the arguments first, which fails for a date, and asks a
 * person itself about arguments that are not an object.
 *
 * While making a tool, the SDK reads the policy three times: for its kind, its value, and whether it is fixed. If a
 * version reads it differently, the arguments are copied as for any policy of an app.
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
      // The type asks for more fields, which only a tool that is offered to a model needs.
    } as never);
  let looks = 0;
  if (sourceOf(own) === sourceOf(madeOf(() => false).needsApproval))
    madeOf(() => looks++ < 2 && policy);
}
