import { describe, expect, test } from 'vitest';
import type { Decision } from '@interpose/guardian-api';

import type { Verb } from '../../api/decisions.ts';
import { buildTree, type TreeNode } from './build-tree.ts';
import { keyAction } from './tree-keys.ts';
import { holderOf, visibleRows } from './visible-rows.ts';

let seq = 0;

function decided(
  event: string,
  at: number,
  more: Partial<Decision> = {},
  decision: Verb = 'allow',
): Decision {
  seq += 1;
  return {
    id: `d${seq}`,
    seq,
    at,
    event,
    sessionId: 's',
    chatId: 'main',
    stepId: `d${seq}`,
    agent: 'shop',
    decision,
    by: [],
    codes: [],
    changed: false,
    hooks: 1,
    ms: 1,
    mode: 'enforce',
    policies: 'p',
    source: 'asked',
    ...more,
  };
}

function outline(nodes: readonly TreeNode[]): unknown[] {
  return nodes.map(({ kind, chat, decision, children }) => {
    const name = chat?.id ?? decision?.tool ?? decision?.event;
    return children.length === 0 ? `${kind} ${name}` : [`${kind} ${name}`, ...outline(children)];
  });
}

describe('the tree of a session', () => {
  test('joins a call with what came back of it, also where calls of one tool overlap', () => {
    const nodes = buildTree({
      chats: [{ id: 'main', agent: 'shop', startedAt: 0 }],
      steps: [
        decided('preToolCall', 1, { tool: 'refund' }),
        decided('preToolCall', 2, { tool: 'refund' }),
        decided('preToolCall', 3, { tool: 'mail' }),
        decided('onToolCallResult', 5, { tool: 'refund' }),
        decided('onToolCallError', 9, { tool: 'mail' }),
      ],
    });
    expect(outline(nodes)).toEqual([
      [
        'chat main',
        ['step refund', 'decision refund', 'decision refund'],
        'decision refund',
        ['step mail', 'decision mail', 'decision mail'],
      ],
    ]);
    expect(nodes[0]?.children[2]).toMatchObject({ from: 3, to: 10 });
  });

  test('puts what a chat began among its steps, in the order of time', () => {
    const nodes = buildTree({
      chats: [
        { id: 'main', agent: 'shop', startedAt: 0 },
        { id: 'sub', agent: 'helper', parentChatId: 'main', startedAt: 5 },
      ],
      steps: [
        decided('onUserMessage', 1),
        decided('preRequest', 6, { chatId: 'sub' }, 'deny'),
        decided('onAgentResponse', 9),
      ],
    });
    expect(outline(nodes)).toEqual([
      [
        'chat main',
        'decision onUserMessage',
        ['chat sub', 'decision preRequest'],
        'decision onAgentResponse',
      ],
    ]);
    expect(nodes[0]?.strongest).toBe('deny');
  });

  test('makes a chat of its own for steps whose chat nobody told of', () => {
    const nodes = buildTree({ chats: [], steps: [decided('preRequest', 1, { chatId: 'lost' })] });
    expect(outline(nodes)).toEqual([['chat lost', 'decision preRequest']]);
  });

  test('ends where chats name each other as parents', () => {
    const chats = [
      { id: 'a', agent: 'a', parentChatId: 'b', startedAt: 0 },
      { id: 'b', agent: 'b', parentChatId: 'a', startedAt: 0 },
    ];
    expect(buildTree({ chats, steps: [] })).toEqual([]);
  });

  test('shows ten thousand steps as rows in less than a second', () => {
    const steps = Array.from({ length: 10_000 }, (_, at) =>
      decided(at % 2 === 0 ? 'preToolCall' : 'onToolCallResult', at, { tool: `tool${at % 7}` }),
    );
    const began = performance.now();
    const rows = visibleRows(buildTree({ chats: [], steps }), new Set());
    expect(performance.now() - began).toBeLessThan(1000);
    expect(rows.length).toBeGreaterThan(5000);
  });
});

describe('the keys of the tree', () => {
  const nodes = buildTree({
    chats: [],
    steps: [
      decided('preToolCall', 1, { tool: 'refund' }),
      decided('onToolCallResult', 2, { tool: 'refund' }),
    ],
  });
  const step = nodes[0]?.children[0];

  test('open a closed step to the right, and go into an open one', () => {
    const closed = visibleRows(nodes, new Set());
    expect(keyAction('ArrowRight', closed, 1)).toEqual({ kind: 'flip', key: step?.key });
    const open = visibleRows(nodes, new Set([step?.key ?? '']));
    expect(keyAction('ArrowRight', open, 1)).toEqual({ kind: 'move', place: 2 });
  });

  test('go to the parent to the left, and stay within the rows', () => {
    const open = visibleRows(nodes, new Set([step?.key ?? '']));
    expect(keyAction('ArrowLeft', open, 3)).toEqual({ kind: 'move', place: 1 });
    expect(keyAction('ArrowUp', open, 0)).toEqual({ kind: 'move', place: 0 });
    expect(keyAction('End', open, 0)).toEqual({ kind: 'move', place: 3 });
    expect(keyAction('x', open, 0)).toBeUndefined();
  });

  test('a decision is found in the step that holds it', () => {
    const inner = step?.children[1]?.key ?? '';
    expect(holderOf(nodes, inner)).toBe(step);
    expect(holderOf(nodes, 'nobody')).toBeUndefined();
  });
});
