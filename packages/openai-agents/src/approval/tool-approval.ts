import { currentFrame } from '../run/current-run.ts';
import { sdkOf, type Sdk } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeFunctionTool } from '../translate/native.ts';
import { gateCall } from './ask.ts';

type NeedsApproval = NativeFunctionTool['needsApproval'];

/**
 * The approval of one agent's tool: the gates of a hooked run first, the app's own policy last. It is made anew only
 * where the app has put another policy on its tool.
 */
export function approvalOf(agent: NativeAgent, tool: NativeFunctionTool): () => NeedsApproval {
  let own: NeedsApproval | undefined;
  let made: NeedsApproval | undefined;
  return () => {
    if (made === undefined || own !== tool.needsApproval) {
      own = tool.needsApproval;
      made = asking(agent.name, tool);
      const sdk = sdkOf(agent);
      if (sdk !== undefined && isFixed(sdk, own)) takeForFixed(sdk, made);
    }
    return made;
  };
}

function asking(agent: string, tool: NativeFunctionTool): NeedsApproval {
  return async (context, args, callId) => {
    const own = (left: unknown): Promise<boolean> =>
      tool.needsApproval(context, left as never, callId);
    const run = currentFrame()?.run;
    if (run === undefined) return own(args);
    return gateCall(run, { tool, args, callId: callId ?? '', agent }, own);
  };
}

const fixed = new WeakMap<Sdk, string>();

/**
 * True for a policy that the SDK made of a yes or a no. It asks no other policy without a copy of the arguments, which
 * it cannot make of a date, and asks a person by itself about arguments that are no object. All that it made have one text.
 */
function isFixed(sdk: Sdk, policy: NeedsApproval): boolean {
  let text = fixed.get(sdk);
  if (text === undefined) fixed.set(sdk, (text = textOf(makeTool(sdk, {}).needsApproval)));
  return textOf(policy) === text;
}

function textOf(policy: NeedsApproval): string {
  return Function.prototype.toString.call(policy);
}

/**
 * Lets the SDK take a policy for a fixed one. It looks three times at what a tool is made of: what kind of policy that
 * is, which one, and whether it is fixed. A version that looks otherwise has copies made as for any policy of an app.
 */
function takeForFixed(sdk: Sdk, policy: NeedsApproval): void {
  let looks = 0;
  makeTool(sdk, {
    get needsApproval() {
      looks += 1;
      return looks > 2 ? false : policy;
    },
  });
}

/** A tool that nobody calls. */
function makeTool(sdk: Sdk, rest: object): NativeFunctionTool {
  const parameters = { type: 'object', properties: {}, required: [], additionalProperties: true };
  const options = { name: 'approval', description: '', parameters, strict: false, execute: String };
  // The getter among the rest has to stay one.
  return sdk.tool(
    Object.defineProperties(options, Object.getOwnPropertyDescriptors(rest)) as never,
  );
}
