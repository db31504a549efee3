import { parse } from '@babel/parser';

/** A node of a syntax tree: what is read of it here. */
export interface SourceNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly [key: string]: unknown;
}

/** A node with those around it, the nearest last. */
export interface Found {
  readonly node: SourceNode;
  readonly around: readonly SourceNode[];
}

/** Every node of a source in order; nothing of one that cannot be parsed. */
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

/** The text of a template without values. */
function textOf({ quasis }: SourceNode): string | undefined {
  const [only, ...others] = quasis as readonly SourceNode[];
  const { cooked } = (only?.['value'] ?? {}) as { readonly cooked?: string };
  return others.length === 0 ? cooked : undefined;
}

/** The text of a string literal, or nothing. */
export function stringOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TemplateLiteral') return textOf(value);
  if (value.type !== 'StringLiteral') return undefined;
  return typeof value['value'] === 'string' ? value['value'] : undefined;
}

/** `generateText` of an identifier, `ai.generateText` of a member of one, `this.client` of a member of an object itself. */
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

/** `generateText` of `ai.generateText` and of `ai['generateText']`. */
export function memberName({ property, computed }: SourceNode): string | undefined {
  if (computed === true) return stringOf(property);
  return isNode(property) && property.type === 'PrivateName'
    ? nameOf(property['id'])
    : nameOf(property);
}

/** The name of an identifier, or nothing. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value) || value.type !== 'Identifier') return undefined;
  return typeof value['name'] === 'string' ? value['name'] : undefined;
}

/** The nodes of a source without those of types. */
export function codeOf({ nodes }: { readonly nodes: readonly Found[] }): readonly Found[] {
  return nodes.filter(({ around }) => !around.some(isType));
}

/** Types, but not what holds code or stands round it. */
function isType({ type }: SourceNode): boolean {
  return type.startsWith('TS') && !WITH_CODE.test(type);
}

const WITH_CODE =
  /^TS(?:(?:As|Satisfies|NonNull|Instantiation)Expression|TypeAssertion|Module\w+|ExportAssignment|ParameterProperty|Enum\w+)$/;
