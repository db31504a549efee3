import { currentFrame } from '../run/current-run.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import type { NativeFunctionTool } from '../translate/native.ts';
import { ownInvoke } from './direct-calls.ts';

type Invoke = NativeFunctionTool['invoke'];

/**
 * Returns members for a hooked tool: its `invoke`, and the trap that tells who reads it. The SDK identifies a tool by
 * its `invoke` (the parser of its arguments and a person's approval of an MCP server belong to that function). So in a
 * run it sees the tool's own function, except when it calls the tool: just before, it reads the time limit's function.
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
