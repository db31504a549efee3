import { parse } from '@babel/parser';

/** A node of a syntax tree, with the fields that the command reads. */
export interface SourceNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly [key: string]: unknown;
}

/** A node with the nodes around it, the nearest last. */
export interface Found {
  readonly node: SourceNode;
  readonly around: readonly SourceNode[];
}

/** Returns every node of a source in order; undefined if the source cannot be parsed. */
export function nodesOf(text: string, path: string): readonly Found[] | undefined {
  const hasJsx = /\.[jt]sx$|\.[cm]?js$/.test(path);
  try {
    const { program } = parse(text, {
      sourceType: 'unambiguous',
      errorRecovery: true,
      plugins: [
        ...(/\.[cm]?tsx?$/.test(path) ? (['typescript'] as const) : []),
        ...(hasJsx ? (['jsx'] as const) : []),
      ],
    });
    const found: Found[] = [];
    collect(program, [], found);
    return found;
  } catch {
    return undefined;
  }
}

function collect(value: unknown, around: readonly SourceNode[], found: Found[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, around, found);
    return;
  }
  if (!isNode(value)) return;
  found.push({ node: value, around });
  const inside = [...around, value];
  for (const [key, child] of Object.entries(value))
    if (key !== 'loc' && typeof child === 'object' && child !== null) collect(child, inside, found);
}

export function isNode(value: unknown): value is SourceNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'start' in value &&
    'loc' in value
  );
}

/** Returns the text of a template literal without expressions. */
function textOf({ quasis }: SourceNode): string | undefined {
  const [only, ...others] = quasis as readonly SourceNode[];
  const { cooked } = (only?.['value'] ?? {}) as { readonly cooked?: string };
  return others.length === 0 ? cooked : undefined;
}

/** Returns the text of a string literal; undefined for any other node. */
export function stringOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TemplateLiteral') return textOf(value);
  if (value.type !== 'StringLiteral') return undefined;
  return typeof value['value'] === 'string' ? value['value'] : undefined;
}

/** Returns `generateText` for an identifier, `ai.generateText` for its member, `this.client` for a member of `this`. */
export function writtenAs(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (!isMember(value)) return nameOf(value);
  const owner = value['object'];
  const object = isNode(owner) && owner.type === 'ThisExpression' ? 'this' : nameOf(owner);
  const property = memberName(value);
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}

/** True for `ai.generateText`, `ai?.generateText` and `ai['generateText']`. */
export function isMember({ type }: SourceNode): boolean {
  return /^(?:Optional)?MemberExpression$/.test(type);
}

/** Returns `generateText` for `ai.generateText` and for `ai['generateText']`. */
export function memberName({ property, computed }: SourceNode): string | undefined {
  if (computed === true) return stringOf(property);
  return isNode(property) && property.type === 'PrivateName'
    ? nameOf(property['id'])
    : nameOf(property);
}

/** Returns the name of an identifier; undefined for any other node. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value) || value.type !== 'Identifier') return undefined;
  return typeof value['name'] === 'string' ? value['name'] : undefined;
}

/** Returns the nodes of a source, without type annotations. */
export function codeOf({ nodes }: { readonly nodes: readonly Found[] }): readonly Found[] {
  return nodes.filter(({ around }) => !around.some(isType));
}

/** Whether a node is a type, unlike TypeScript nodes that hold or wrap code. */
function isType({ type }: SourceNode): boolean {
  return type.startsWith('TS') && !WITH_CODE.test(type);
}

const WITH_CODE =
  /^TS(?:(?:As|Satisfies|NonNull|Instantiation)Expression|TypeAssertion|Module\w+|ExportAssignment|ParameterProperty|Enum\w+)$/;
