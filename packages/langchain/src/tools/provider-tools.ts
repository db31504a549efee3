import { isDict } from '@interpose/adapter-kit';
import { isTool } from '../targets/shapes.ts';
import { readOffer } from '../translate/tool-offer.ts';

/** The tools in a list that the provider runs, out of reach of every hook: each name, and its path in the coverage. */
export function providerTools(
  tools: readonly unknown[],
): readonly (readonly [name: string, path: string])[] {
  return tools
    .filter((tool) => isDict(tool) && !isTool(tool) && !readOffer(tool).isFunction)
    .map((tool) => [readOffer(tool).name, 'provider-executed tool'] as const);
}
