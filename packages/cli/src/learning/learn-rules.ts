import type { LabelledRuleFile } from '@interpose/policies/rules/labelled';

import type { ArgumentEvidence } from './argument-evidence.ts';
import type { Evidence, ToolEvidence } from './evidence.ts';
import type { Strictness } from './strictness.ts';

/** One rule of a file. */
export type LearnedRule = LabelledRuleFile['rules'][number];

/** Returns rules for the tools and arguments that each agent may use; the first rule that decides wins. */
export function learnRules(evidence: Evidence, strict: Strictness): readonly LearnedRule[] {
  const shapes = [...evidence.tools].flatMap(([name, tool]) => shapeRules(name, tool));
  return [...shapes, ...allowRules(evidence), ...unseenRules(evidence, strict)];
}

/** Returns for each tool the most calls in one run, with some room; only for tools seen in many runs. */
export function learnCalls(evidence: Evidence): Readonly<Record<string, number>> {
  const known = [...evidence.tools].filter(([, { runs }]) => runs >= MANY);
  return Object.fromEntries(
    known.map(([name, { mostCalls }]) => [name, Math.max(mostCalls * 2, mostCalls + 2)]),
  );
}

/** Returns the expected share of future calls to unseen tools: tools seen in only one run, of all calls. */
export function expectedNewTools({ tools }: Evidence): number {
  const seen = [...tools.values()].map(({ runs }) => runs);
  const all = seen.reduce((sum, runs) => sum + runs, 0);
  return all === 0 ? 1 : seen.filter((runs) => runs === 1).length / all;
}

/** The number of runs from which all possible values are assumed to be known. */
export const MANY = 20;
/** The number of runs in which each value of a closed set must be seen. */
const EACH = 3;

function allowRules({ tools, agents }: Evidence): readonly LearnedRule[] {
  const named = [...agents.keys()].filter((agent) => agent !== undefined);
  const on = 'preToolCall';
  if (named.length < 2) {
    const tool = [...tools.keys()].toSorted();
    return tool.length === 0 ? [] : [{ name: 'seen', on, tool, decision: 'allow' }];
  }
  return [...agents.keys()].flatMap((agent): readonly LearnedRule[] => {
    const own = [...tools].filter(([, seen]) => seen.agents.has(agent)).map(([name]) => name);
    if (own.length === 0) return [];
    const whose = agent === undefined ? {} : { agent };
    const name = agent === undefined ? 'seen' : `seen of ${agent}`;
    return [{ name, on, ...whose, tool: own.toSorted(), decision: 'allow' }];
  });
}

/** Returns rules for unseen tools: tools that only read, by name, are allowed while the list of tools is open. */
function unseenRules(evidence: Evidence, { newTools }: Strictness): readonly LearnedRule[] {
  const on = 'preToolCall';
  const reason = 'no good run called this tool';
  if (evidence.runs >= MANY && expectedNewTools(evidence) <= newTools)
    return [{ name: 'not seen', on, decision: 'deny', reason }];
  const joined = [...evidence.tools.keys()].some((name) => /^[a-z]+[A-Z]/.test(name)) ? '' : '_';
  return [
    {
      name: 'not seen, reads by its name',
      on,
      tool: READING.map((verb) => `${verb}${joined}*`),
      decision: 'allow',
    },
    { name: 'not seen', on, decision: 'ask', reason, remember: 'session' },
  ];
}

const READING = [
  'browse',
  'check',
  'count',
  'describe',
  'fetch',
  'find',
  'get',
  'list',
  'look',
  'query',
  'read',
  'search',
  'show',
  'view',
];

function shapeRules(name: string, { args }: ToolEvidence): readonly LearnedRule[] {
  return [...args].flatMap(([argument, seen]) => {
    const is = shapeOf(seen);
    if (is === undefined) return [];
    const path = ['call', 'args', argument];
    return [
      {
        name: `${name} ${argument}`,
        on: 'preToolCall',
        tool: name,
        if: { all: [{ path, is: { exists: true } }, { not: { path, is } }] },
        decision: 'ask',
        reason: `the argument ${argument} of ${name} is not as it was in good runs`,
      } as const,
    ];
  });
}

/** Returns what all values of an argument have in common, if enough runs show that there are no others. */
function shapeOf(
  seen: ArgumentEvidence,
): (Exclude<LearnedRule['args'], undefined>[string] & object) | undefined {
  if (seen.runs < MANY) return undefined;
  const { values } = seen;
  if (values !== undefined && values.size > 1 && [...values.values()].every((runs) => runs >= EACH))
    return { in: [...values.keys()].toSorted().map((json): unknown => JSON.parse(json)) };
  const [form, ...others] = seen.forms.keys();
  if (others.length > 0) return undefined;
  if (form === 'number' && Number.isFinite(seen.most)) {
    const room = Math.max(1, seen.most - seen.least, Math.abs(seen.most));
    const least = seen.least < 0 ? seen.least - room : Math.max(0, seen.least - room);
    return { atLeast: least, atMost: seen.most + room };
  }
  if (form === 'mail') return { matches: '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,}$' };
  if (form === 'date') return { matches: '^\\d{4}-\\d\\d-\\d\\d' };
  return undefined;
}
