import { isDeepStrictEqual } from 'node:util';

import type { Rule } from '@interpose/policies/rules';
import type { LabelledRuleFile } from '@interpose/policies/rules/labelled';
import { isMap, isNode, LineCounter, parseDocument } from 'yaml';

import type { LintFinding } from './finding.ts';

const ASKS = ['tool', 'agent', 'user', 'args', 'if'] as const;

/** A problem of one rule, with the key it concerns. */
interface Fault {
  readonly rule: string;
  readonly key?: string;
  readonly text: string;
  readonly remedy: string;
}

/** Reports rules that can never decide, rules that contradict each other, and tools missing from the inventory. */
export function lintRules(
  text: string,
  file: string,
  tools?: ReadonlySet<string>,
): readonly LintFinding[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const { rules, calls = {}, labels } = document.toJS() as LabelledRuleFile;
  const told = ({ rule, text: said, remedy }: Fault, node: unknown): LintFinding => {
    const { line, col } = lines.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0);
    return { rule, level: 'warning', file, line, column: col, text: said, remedy };
  };
  const ofRules = rules.flatMap((rule, index) =>
    [unknownTool(rule, tools), unreached(rules, index)].flatMap((fault) => {
      if (fault === undefined) return [];
      const place = fault.key === undefined ? ['rules', index] : ['rules', index, fault.key];
      return [told(fault, document.getIn(place, true))];
    }),
  );
  const named = { calls, 'labels.tools': labels?.tools ?? {} };
  const ofLabels = Object.entries(named).flatMap(([place, byTool]) => {
    const map = document.getIn(place.split('.'));
    return Object.keys(byTool).flatMap((tool) => {
      const fault = unknownTool({ tool }, tools);
      if (fault === undefined) return [];
      const pair = isMap(map) ? map.items.find(({ key }) => String(key) === tool) : undefined;
      return [told(fault, pair?.key)];
    });
  });
  return [...ofRules, ...ofLabels];
}

function unknownTool(
  rule: Pick<Rule, 'tool'>,
  tools: ReadonlySet<string> | undefined,
): Fault | undefined {
  const unknown = unknownTools(rule, tools);
  if (unknown.length === 0) return undefined;
  const text = `no tool is called ${unknown.join(', ')}`;
  const remedy = 'name a tool of the inventory, or drop it';
  return { rule: 'unknown-tool', key: 'tool', text, remedy };
}

function unreached(rules: readonly Rule[], index: number): Fault | undefined {
  const rule = rules[index]!;
  const above = rules.slice(0, index).findIndex((other) => shadows(other, rule));
  const other = rules[above];
  if (other === undefined) return undefined;
  const name = other.name ?? `rule ${above + 1}`;
  if (!asksSame(other, rule) || other.decision === rule.decision)
    return {
      rule: 'dead-rule',
      text: `${name} always decides first`,
      remedy: 'move it up, or drop it',
    };
  const text = `asks the same as ${name}, which says ${other.decision}`;
  return { rule: 'contradiction', text, remedy: 'keep one of them' };
}

/** Whether the first rule decides whenever the second would, because it has no further conditions. */
function shadows(first: Rule, second: Rule): boolean {
  if (first.on !== second.on || first.decision === 'modify') return false;
  if (asksSame(first, second)) return true;
  const others = ASKS.slice(1).some((key) => first[key] !== undefined);
  if (others) return false;
  if (first.tool === undefined) return true;
  const names = second.tool === undefined ? ['*'] : namesOf(second.tool);
  return names.every((name) => covers(first.tool, name));
}

function asksSame(first: Rule, second: Rule): boolean {
  return first.on === second.on && ASKS.every((key) => isDeepStrictEqual(first[key], second[key]));
}

function unknownTools(
  { tool }: Pick<Rule, 'tool'>,
  tools: ReadonlySet<string> | undefined,
): readonly string[] {
  if (tools === undefined || tool === undefined) return [];
  return namesOf(tool).filter((name) => ![...tools].some((known) => covers(name, known)));
}

function namesOf(tool: Rule['tool']): readonly string[] {
  return [tool ?? []].flat().flatMap((name) => name.split('|'));
}

/** Whether a pattern matches a name, or every name that another pattern matches: only a `*` matches a `*`. */
export function covers(pattern: Rule['tool'], name: string): boolean {
  return namesOf(pattern).some((each) => {
    const escaped = each.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '[^*]')}$`, 'su').test(
      name,
    );
  });
}
