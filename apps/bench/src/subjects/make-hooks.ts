import { deny, type Context, type DenyVerdict, type ToolCall } from '@interpose/core';

/** What every hook of a dispatch benchmark sees. */
export type BenchContext = Context<'preToolCall'>;

/** A hook as benchmarks call it; every dispatcher gets the same ones. */
export type BenchHook = (ctx: BenchContext) => unknown;

/**
 * What the hooks do: nothing, synchronously or asynchronously or every fifth asynchronously; deny; or
 * replace the call.
 */
export type HookKind = 'sync' | 'async' | 'mixed' | 'deny' | 'patch';

/** What hooks deny with; never reached unless a gate is about denying. */
export const REFUSAL: DenyVerdict = deny('not allowed');

/** The call that every dispatch of a benchmark is about. */
export const CALL: ToolCall = Object.freeze({ id: 'call-1', name: 'search', args: {} });

/** The calls that patching hooks put in place of each other's; the same id and name, as law 12 wants. */
export const REPLACEMENTS: readonly ToolCall[] = [1, 2].map((version) =>
  Object.freeze({ ...CALL, args: { version } }),
);

type Maker = (refusal: DenyVerdict, calls: readonly ToolCall[]) => readonly BenchHook[];

/** The condition of the hook at this place, as source text over `ctx`; true means refused. */
export type Condition = (index: number) => string;

const BY_TOOL: Condition = (index) => `refused${index}.has(ctx.call.name)`;

/**
 * Makes hooks as distinct function literals, in a module of their own per call.
 * One literal shared by all would be inlined into a dispatcher and flatter it, and so would a body
 * that the engine can fold over hooks; each hook therefore looks the tool up in a set of its own,
 * as the smallest real policy does.
 */
export async function makeHooks(
  kind: HookKind,
  count: number,
  condition: Condition = BY_TOOL,
): Promise<readonly BenchHook[]> {
  const indices = Array.from({ length: count }, (_, index) => index);
  const source = [
    `// ${crypto.randomUUID()}`,
    ...indices.map((index) => `const refused${index} = new Set(['refused-${index}']);`),
    'export const make = (refusal, calls) => [',
    ...indices.map((index) => `${literal(kind, index, condition(index))},`),
    '];',
  ].join('\n');
  const url = `data:text/javascript,${encodeURIComponent(source)}`;
  const { make } = (await import(url)) as { make: Maker };
  return make(REFUSAL, REPLACEMENTS);
}

function literal(kind: HookKind, index: number, refused: string): string {
  const refuse = `if (${refused}) return refusal;`;
  switch (kind) {
    case 'sync':
      return `(ctx) => { ${refuse} }`;
    case 'async':
      return `async (ctx) => { ${refuse} }`;
    case 'mixed':
      return literal(index % 5 === 4 ? 'async' : 'sync', index, refused);
    case 'deny':
      return `(ctx) => { if (!(${refused})) return refusal; }`;
    case 'patch':
      return `(ctx) => { ${refuse} return { call: calls[${index % 2}] }; }`;
  }
}
