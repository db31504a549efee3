import type { NativeTool } from '../translate/native.ts';
import { besideSdks, type Sdk } from './sdk-copies.ts';

/**
 * True for a tool that the SDK made of one of an MCP server, whoever asked it to. The SDK shows nothing of that but the
 * reader of results that it gives all of them, which has one text.
 */
export function isMadeOfMcp(tool: NativeTool): boolean {
  const { customDataExtractor: reader } = tool as { readonly customDataExtractor?: unknown };
  if (typeof reader !== 'function') return false;
  const text = sourceOf(reader);
  return besideSdks().some((sdk) => readersOf(sdk).has(text));
}

const readers = new WeakMap<Sdk, ReadonlySet<string>>();

/** The texts of the readers that a copy of the SDK gives to such tools: a schema is read in one of two ways. */
function readersOf(sdk: Sdk): ReadonlySet<string> {
  const known = readers.get(sdk);
  if (known !== undefined) return known;
  const made = new Set(
    [true, false].flatMap((isStrict) => {
      const listed = { name: 'any', inputSchema: {} };
      const tool = sdk.mcpToFunctionTool(listed as never, { name: 'any' } as never, isStrict);
      return tool.customDataExtractor === undefined ? [] : [sourceOf(tool.customDataExtractor)];
    }),
  );
  readers.set(sdk, made);
  return made;
}

/** What a function is written as, by which the SDK's own are told from those of an app. */
export function sourceOf(made: object): string {
  return Function.prototype.toString.call(made);
}
