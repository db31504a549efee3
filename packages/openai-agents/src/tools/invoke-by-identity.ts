import { currentFrame } from '../run/current-run.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import type { NativeFunctionTool } from '../translate/native.ts';
import { ownInvoke } from './direct-calls.ts';

type Invoke = NativeFunctionTool['invoke'];

/**
 * The SDK knows a tool by its `invoke`: the parser of its arguments, and the MCP server that a person approved, hang
 * on that very function. So a run gets to see the tool's own function, except where it is called: just before, and
 * in one go, the SDK reads the tool's time limit. Everybody outside of a run gets the hooked one.
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

/** True where this copy of the SDK calls tools in the way that `armedInvoke` relies on, tried once on a tool of our own. */
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
  // It is called with what invoking reads, before anything is awaited; what it returns matters to nobody.
  void sdk
    .invokeFunctionTool({ tool: probe, runContext: {}, input: '{}' } as object as Parameters<
      Sdk['invokeFunctionTool']
    >[0])
    .catch(() => undefined);
  proven.set(sdk, isCalled);
  return isCalled;
}
