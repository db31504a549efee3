import { currentFrame } from '../run/current-run.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import type { NativeFunctionTool } from '../translate/native.ts';
import { ownInvoke } from './direct-calls.ts';

type Invoke = NativeFunctionTool['invoke'];

/**
 * Returns members for a hooked tool. The SDK identifies a tool by its `invoke`: the arguments' parser and the approval
 * of an MCP server belong to that function. So a run that reads `invoke` gets the tool's own one, except for a call:
 * just before, the SDK has read the time limit's function. Outside of a run, `invoke` is the hooked one.
 */
export function armedInvoke(tool: NativeFunctionTool, hooked: Invoke): object {
  let isArmed = false;
  return {
    get timeoutErrorFunction(): undefined {
      isArmed = true;
      return undefined;
    },
    get invoke(): Invoke {
      const frame = currentFrame();
      const isRead = !isArmed && frame?.isApp === false && frame.run.carriesOut;
      isArmed = false;
      return isRead ? ownInvoke(tool) : hooked;
    },
  };
}

/**
 * Returns the `invoke` of a hooked tool for a realtime session, whose listeners get the same tool: it is the hooked one,
 * except where the SDK looks for the arguments' parser. Only the name of the function that reads it tells.
 */
export function handedInvoke(tool: NativeFunctionTool, hooked: Invoke): object {
  return {
    get invoke(): Invoke {
      // The stack has at most a headline, this getter and the function that reads it.
      const calls = new Error().stack?.split('\n', 3).join('') ?? '';
      return calls.includes('prepareFunctionToolInput') ? ownInvoke(tool) : hooked;
    },
  };
}

const proven = new WeakMap<Sdk, boolean>();

/** Whether this copy of the SDK calls tools in the way that `armedInvoke` needs; tried once, on a made-up tool. */
export function armsInvoke(sdk: Sdk): boolean {
  const known = proven.get(sdk);
  if (known !== undefined) return known;
  let isArmed = false;
  let isCalled = false;
  const probe = {
    type: 'function',
    name: 'probe',
    get timeoutErrorFunction(): undefined {
      isArmed = true;
      return undefined;
    },
    get invoke() {
      isCalled = isArmed;
      return async () => '';
    },
  };
  // The SDK reads `invoke` before it awaits anything, so `isCalled` is set by then. The result does not matter.
  void sdk
    .invokeFunctionTool({ tool: probe, runContext: {}, input: '{}' } as object as Parameters<
      Sdk['invokeFunctionTool']
    >[0])
    .catch(() => undefined);
  proven.set(sdk, isCalled);
  return isCalled;
}
