import type { ToyTool } from '../translate/native.ts';

/** True for a tool that the provider runs out of reach; the toy SDK has none. */
export function isProviderTool(_tool: ToyTool): boolean {
  return false;
}
