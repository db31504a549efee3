import type { TreeNode } from './build-tree.ts';

export interface VisibleRow {
  readonly node: TreeNode;
  readonly depth: number;
  readonly isOpen: boolean;
  /** Its place among those beside it, and how many they are, as screen readers say it. */
  readonly place: number;
  readonly among: number;
}

/** The rows that are shown: chats are open unless flipped, steps are closed unless flipped. */
export function visibleRows(
  nodes: readonly TreeNode[],
  flipped: ReadonlySet<string>,
  depth = 0,
): VisibleRow[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children.length > 0 && (node.kind === 'chat') !== flipped.has(node.key);
    const row = { node, depth, isOpen, place: index + 1, among: nodes.length };
    return isOpen ? [row, ...visibleRows(node.children, flipped, depth + 1)] : [row];
  });
}

/** The step that holds this decision, where the tree shows it closed. */
export function holderOf(nodes: readonly TreeNode[], id: string): TreeNode | undefined {
  for (const node of nodes) {
    if (node.kind === 'step' && node.children.some(({ key }) => key === id)) return node;
    const found = holderOf(node.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
