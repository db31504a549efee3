import type { Evaluation } from '../evaluation.ts';
import { renderTable } from '../render-table.ts';
import { renderBadRows } from '../row-place.ts';
import type { AgentdynFigures, AgentdynReport } from './agentdyn-report.ts';
import { evalAgentdyn } from './eval-agentdyn.ts';
import { policiesFrom } from './policies-from.ts';
import { agentdynPolicies } from './policies/agentdyn-policies.ts';

/** Recorded agent runs, attacked and not, through the policy set of their suite. */
export const agentdyn: Evaluation<AgentdynReport> = {
  takesPolicies: true,
  measure: async (data, { policies }) =>
    evalAgentdyn(data, policies === undefined ? agentdynPolicies : await policiesFrom(policies)),
  lines: (report) => [
    ...figures(report),
    `a decision takes ${report.microseconds.p50} µs (median), ${report.microseconds.p99} µs (99 of 100)`,
    `seen and not followed: ${report.resisted.kept} of ${report.resisted.succeeded} good runs kept, ${report.resisted.asks} asks a run`,
    `a yes to every ask lets ${report.yesToAll.residual} of ${report.attacks.succeeded} attacks through`,
    ...renderBadRows(report.badRows),
  ],
  holds: ({ badRows }) => badRows.length === 0,
};

const head: readonly string[] = [
  'model and suite',
  'benign kept',
  'residual',
  'clean cuts',
  'asks/benign',
  'asks/attack',
];

/** A line per suite under the name of its model, which would not fit beside the figures on a terminal. */
function figures(report: AgentdynReport): readonly string[] {
  const [first = '', ...lines] = renderTable(head, [
    ...report.groups.map((group) => [`  ${group.suite}`, ...cells(group)]),
    ['all', ...cells(report)],
  ]);
  const told = lines.flatMap((line, index) => {
    const model = report.groups[index]?.model;
    const isNew = model !== undefined && model !== report.groups[index - 1]?.model;
    return isNew ? [model, line] : [line];
  });
  return [first, ...told];
}

function cells({ benign, attacks, asksPerRun }: AgentdynFigures): readonly (string | number)[] {
  return [
    `${benign.kept} of ${benign.succeeded}`,
    `${attacks.residual} of ${attacks.succeeded}`,
    `${attacks.cleanCut} of ${attacks.succeeded}`,
    asksPerRun.benign,
    asksPerRun.attack,
  ];
}
