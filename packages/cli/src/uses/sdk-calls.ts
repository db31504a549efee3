import { isNode, nameOf, writtenAs, type Found, type SourceNode } from '../app/parse-source.ts';
import { requiredFrom } from '../app/read-imports.ts';
import { firstEntryOf, type EntryPoint } from './entry-points.ts';
import type { HookCalls } from './hook-calls.ts';
import type { SourceModule } from './read-module.ts';
import type { SdkValues } from './sdk-values.ts';

/** A place where an SDK export is called, constructed, extended, or passed on to code that cannot be followed. */
export interface SdkCall {
  readonly module: SourceModule;
  readonly entry: EntryPoint;
  /** The text in the source, such as `OpenAI` or `ai.generateText`. */
  readonly written: string;
  readonly node: SourceNode;
  readonly around: readonly SourceNode[];
  /** True for `generateText(…)` and `new OpenAI(…)`, which can be rewritten in place. */
  readonly isPlain: boolean;
}

/** Returns every SDK call of a module. */
export function sdkCalls(
  module: SourceModule,
  values: SdkValues,
  hooks: HookCalls,
): readonly SdkCall[] {
  return module.nodes.flatMap((found): readonly SdkCall[] => {
    const { node } = found;
    if (!(MAY_BE.test(node.type) || isMadeOfWhole(found))) return [];
    if (!isRead(found) || hooks.isTarget(found)) return [];
    const value = values.of(module, node);
    if (value === undefined || value.kind === 'module') return [];
    const place = placeOf(found, value.kind === 'sdk');
    if (place === undefined) return [];
    const written = writtenAs(node) ?? module.text.slice(node.start, node.end);
    const entry = value.kind === 'entry' ? value.entry : firstEntryOf(value.from);
    return [{ module, entry, written, ...place }];
  });
}

const MAY_BE = /^(?:Identifier|(?:Optional)?MemberExpression)$/;

/** Whether it is `new (require('openai'))()`, which uses an unnamed CommonJS export. */
function isMadeOfWhole({ node, around }: Found): boolean {
  return around.at(-1)?.['callee'] === node && requiredFrom(node) !== undefined;
}

const DECLARES = /^(?:Import|Export(?:All|Named)|Object(?:Pattern)$|.*Specifier$)/;
/** Matches node types that wrap a value without changing it. */
const THROUGH =
  /^(?:TS(?:As|Satisfies|NonNull|Instantiation|TypeAssertion)\w*|Parenthesized\w*|ConditionalExpression|LogicalExpression|SequenceExpression|ChainExpression|AwaitExpression)$/;

/** Whether a name is read, rather than declared, used as a member name, or part of a type. */
function isRead({ node, around }: Found): boolean {
  const parent = around.at(-1);
  if (parent === undefined) return false;
  if (around.some(({ type }) => type.startsWith('TS') && !THROUGH.test(type) && !HOLDS.test(type)))
    return false;
  if (DECLARES.test(parent.type)) return false;
  const isMember = parent['property'] === node || parent['key'] === node;
  if (isMember && parent['computed'] !== true) return false;
  if (parent.type === 'ObjectProperty' && around.at(-2)?.type === 'ObjectPattern') return false;
  const given = parent['params'];
  if (Array.isArray(given) && given.includes(node)) return false;
  return parent['id'] !== node && parent['left'] !== node && parent['label'] !== node;
}

/** TypeScript nodes that hold code. */
const HOLDS = /^TS(?:ModuleBlock|ModuleDeclaration|ExportAssignment|ParameterProperty|Enum\w+)$/;

type Place = Pick<SdkCall, 'node' | 'around' | 'isPlain'>;

/** Returns how the value is used there; undefined if it only gets another name, which is followed. */
function placeOf({ node, around }: Found, isWhole: boolean): Place | undefined {
  let [inner, depth] = [node, around.length - 1];
  while (depth >= 0 && THROUGH.test(around[depth]!.type)) inner = around[depth--]!;
  const parent = around[depth];
  if (parent === undefined || renames(parent, inner)) return undefined;
  const at = (place: number): Place => ({
    node: around[place]!,
    around: around.slice(0, place),
    isPlain: place === depth && inner === node,
  });
  if (
    parent.type === 'CallExpression' ||
    parent.type === 'NewExpression' ||
    parent.type === 'OptionalCallExpression'
  )
    if (parent['callee'] === inner) return at(depth);
  if (parent['object'] === inner) {
    const name = nameOf(parent['property']);
    const isCalled = around[depth - 1]?.['callee'] === parent;
    const isOfSdk =
      isWhole && parent['computed'] === true && nameOf(parent['property']) !== undefined;
    // `generateText.call(…)`, `Agent.create(…)`, `ai[name](…)`; `OpenAI.APIError` constructs nothing.
    if (
      isOfSdk ||
      (!isWhole && isCalled && name !== undefined && /^(?:call|apply|bind|create)$/.test(name))
    )
      return isCalled ? { ...at(depth - 1), isPlain: false } : { ...at(depth), isPlain: false };
    return undefined;
  }
  if (/^(?:BinaryExpression|UnaryExpression|ExpressionStatement)$/.test(parent.type))
    return undefined;
  return { node: inner, around: around.slice(0, depth + 1), isPlain: false };
}

function renames(parent: SourceNode, inner: SourceNode): boolean {
  if (parent['superClass'] === inner) return isNode(parent['id']);
  if (parent.type === 'VariableDeclarator') return parent['init'] === inner;
  if (parent.type === 'AssignmentExpression' || parent.type === 'AssignmentPattern')
    return parent['right'] === inner && isNode(parent['left']);
  return parent.type === 'ExportDefaultDeclaration';
}
