import { madeOnce } from '@interpose/adapter-kit';
import type { NativeTool } from '../translate/native.ts';
import { besideSdks, type Sdk } from './sdk-copies.ts';

/**
 * Whether the SDK made this tool from a tool of an MCP server. The only sign of it is the `customDataExtractor` that
 * the SDK gives to all such tools, which is recognised by its source text.
 */
export function isMadeOfMcp(tool: NativeTool): boolean {
  const { customDataExtractor: reader } = tool as { readonly customDataExtractor?: unknown };
  if (typeof reader !== 'function') return false;
  const text = sourceOf(reader);
  return besideSdks().some((sdk) => readersOf(sdk).has(text));
}

const readers = new WeakMap<Sdk, ReadonlySet<string>>();

/** Returns the source texts of these extractors in a copy of the SDK, which reads a schema in one of two ways. */
function readersOf(sdk: Sdk): ReadonlySet<string> {
  return madeOnce(readers, sdk, () => {
    const texts = [true, false].flatMap((isStrict) => {
      const listed = { name: 'any', inputSchema: {} };
      const tool = sdk.mcpToFunctionTool(listed as never, { name: 'any' } as never, isStrict);
      return tool.customDataExtractor === undefined ? [] : [sourceOf(tool.customDataExtractor)];
    });
    return new Set(texts);
  });
}

/** Returns the source text of a function, which tells functions of the SDK from those of an app. */
export function sourceOf(made: object): string {
  return Function.prototype.toString.call(made);
}
