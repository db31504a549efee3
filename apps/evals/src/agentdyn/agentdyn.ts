import type { Evaluation } from '../evaluation.ts';
import { renderTable } from '../render-table.ts';
import { renderBadRow } from '../row-place.ts';
import type { AgentdynFigures, AgentdynReport } from './agentdyn-report.ts';
import { evalAgentdyn } from './eval-agentdyn.ts';
import { agentdynPolicies } from './policies/agentdyn-policies.ts';

/** Recorded agent runs, attacked and not, through the policy set of their suite. */
export const agentdyn: Evaluation<AgentdynReport> = {
  data: '<file or folder>',
  measure: (data) => evalAgentdyn(data, agentdynPolicies),
  lines: (report) => [
    ...renderTable(head, [
      ...report.groups.map((group) => [`${group.model} ${group.suite}`, ...cells(group)]),
      ['all', ...cells(report)],
    ]),
    `a decision takes ${report.microseconds.p50} µs (median), ${report.microseconds.p99} µs (99 of 100)`,
    ...report.badRows.map(renderBadRow),
  ],
  holds: ({ badRows }) => badRows.length === 0,
};

const head: readonly string[] = [
  'model and suite',
  'benign successes',
  'kept',
  'attack successes',
  'residual',
  'clean cuts',
  'asks/benign run',
  'asks/attack run',
];

function cells({ benign, attacks, asksPerRun }: AgentdynFigures): readonly (string | number)[] {
  return [
    benign.succeeded,
    share(benign.kept, benign.succeeded),
    attacks.succeeded,
    share(attacks.residual, attacks.succeeded),
    share(attacks.cleanCut, attacks.succeeded),
    asksPerRun.benign,
    asksPerRun.attack,
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0' : `${part} (${((100 * part) / whole).toFixed(1)} %)`;
}
