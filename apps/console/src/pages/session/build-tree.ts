import type { Chat, Decision, WholeSession } from '@interpose/guardian-api';

import type { Verb } from '../../api/decisions.ts';

/** One row that can be in the tree: a chat, a step with what was decided before and after it, or one decision. */
export interface TreeNode {
  readonly key: string;
  readonly kind: 'chat' | 'step' | 'decision';
  readonly from: number;
  readonly to: number;
  readonly chat?: Chat;
  /** Of a decision itself, and the first of a step. */
  readonly decision?: Decision;
  /** The strongest verdict below, which a closed row shows. */
  readonly strongest: Verb;
  readonly children: readonly TreeNode[];
}

const STRENGTH: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];

/** What comes back of what was sent: the second event belongs to the step of the first. */
const OPENERS: Readonly<Record<string, string>> = {
  onResponse: 'preRequest',
  onRequestError: 'preRequest',
  onToolCallResult: 'preToolCall',
  onToolCallError: 'preToolCall',
  onDelegateResult: 'preDelegate',
  onKnowledgeRetrieved: 'preKnowledgeQuery',
  onMcpMessage: 'preMcpMessage',
  onA2aMessage: 'preA2aMessage',
};

/** The session as chats with their steps and the chats that they began, each in the order of time. */
export function buildTree({ chats, steps }: Pick<WholeSession, 'chats' | 'steps'>): TreeNode[] {
  const ordered = steps.toSorted((left, right) => left.at - right.at || left.seq - right.seq);
  const byChat = Map.groupBy(ordered, ({ chatId }) => chatId);
  const known = new Map(chats.map((chat) => [chat.id, chat]));
  for (const [id, [first]] of byChat)
    if (!known.has(id) && first !== undefined) known.set(id, chatOf(first));
  const byParent = Map.groupBy(known.values(), ({ parentChatId }) =>
    parentChatId !== undefined && known.has(parentChatId) ? parentChatId : '',
  );
  const seen = new Set<string>();
  const nodeOf = (chat: Chat): TreeNode[] => {
    // A chat that names itself among its parents would never end.
    if (seen.has(chat.id)) return [];
    seen.add(chat.id);
    const inner = (byParent.get(chat.id) ?? []).flatMap(nodeOf);
    return [chatNode(chat, [...pairSteps(byChat.get(chat.id) ?? []), ...inner])];
  };
  return inTime((byParent.get('') ?? []).flatMap(nodeOf));
}

function chatOf({ chatId, parentChatId, agent, at }: Decision): Chat {
  return {
    id: chatId,
    agent,
    startedAt: at,
    ...(parentChatId === undefined ? {} : { parentChatId }),
  };
}

function chatNode(chat: Chat, children: readonly TreeNode[]): TreeNode {
  const from = Math.min(chat.startedAt, ...edges(children, 'from'));
  const to = Math.max(chat.endedAt ?? from, ...edges(children, 'to'));
  const strongest = strongestOf(children);
  return {
    key: `chat:${chat.id}`,
    kind: 'chat',
    from,
    to,
    chat,
    strongest,
    children: inTime(children),
  };
}

/** Not spread into a call, which ten thousand steps would overflow. */
function edges(nodes: readonly TreeNode[], edge: 'from' | 'to'): [] | [number] {
  if (nodes.length === 0) return [];
  const pick = edge === 'from' ? Math.min : Math.max;
  return [nodes.reduce((found, node) => pick(found, node[edge]), nodes[0]?.[edge] ?? 0)];
}

/** Joins what was decided before a call with what was decided on what came back. */
function pairSteps(decisions: readonly Decision[]): TreeNode[] {
  const open = new Map<string, Decision[][]>();
  const groups: Decision[][] = [];
  for (const decision of decisions) {
    const opener = OPENERS[decision.event];
    const waiting = opener === undefined ? undefined : open.get(keyOf(opener, decision))?.shift();
    if (waiting !== undefined) {
      waiting.push(decision);
      continue;
    }
    const group = [decision];
    groups.push(group);
    const key = keyOf(decision.event, decision);
    const others = open.get(key);
    if (others === undefined) open.set(key, [group]);
    else others.push(group);
  }
  return groups.map(stepNode);
}

function keyOf(event: string, { tool }: Decision): string {
  return `${event}\n${tool ?? ''}`;
}

function stepNode(group: readonly Decision[]): TreeNode {
  const leaves = group.map(decisionNode);
  const [first] = leaves;
  if (first === undefined || leaves.length === 1) return first ?? emptyNode;
  const last = leaves.at(-1) ?? first;
  return {
    ...first,
    key: `step:${first.key}`,
    kind: 'step',
    to: last.to,
    strongest: strongestOf(leaves),
    children: leaves,
  };
}

const emptyNode: TreeNode = {
  key: '',
  kind: 'step',
  from: 0,
  to: 0,
  strongest: 'allow',
  children: [],
};

function decisionNode(decision: Decision): TreeNode {
  const { id, at, ms } = decision;
  return {
    key: id,
    kind: 'decision',
    from: at,
    to: at + ms,
    decision,
    strongest: decision.decision,
    children: [],
  };
}

function strongestOf(nodes: readonly TreeNode[]): Verb {
  return STRENGTH.find((verb) => nodes.some(({ strongest }) => strongest === verb)) ?? 'allow';
}

function inTime(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.toSorted((left, right) => left.from - right.from);
}
