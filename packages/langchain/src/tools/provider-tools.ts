import { isDict } from '@interpose/adapter-kit';
import { isTool } from '../targets/shapes.ts';
import type { NativeTool } from '../translate/native.ts';
import { readOffer } from '../translate/tool-offer.ts';

/** Returns the tools in a list that the provider runs, where no hook reaches: the name and the path in the coverage. */
export function providerTools(
  tools: readonly unknown[],
  bound: Iterable<NativeTool> = [],
): readonly (readonly [name: string, path: string])[] {
  return tools
    .filter(
      (tool) =>
        isDict(tool) &&
        !isTool(tool) &&
        readOffer(tool).origin === 'provider' &&
        !isRunHere(tool, bound),
    )
    .map((tool) => [readOffer(tool).name, 'provider-executed tool'] as const);
}

/** The kinds of tools that providers define but leave to the app to run. */
const RUN_BY_APPS = /^(shell|local_shell|apply_patch|computer|bash|text_editor|memory)(_|$)/;

/** Whether the app runs this tool: it is of such a kind, and its definition is that of a bound tool with code. */
function isRunHere(offered: unknown, bound: Iterable<NativeTool>): boolean {
  if (!isDict(offered) || !RUN_BY_APPS.test(String(offered['type']))) return false;
  return [...bound].some(
    ({ extras }) => isDict(extras) && extras['providerToolDefinition'] === offered,
  );
}
