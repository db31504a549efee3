import { readManifest } from '../../app/read-manifest.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { counted, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { checkConfig } from './check-config.ts';
import { checkCores, checkVersions } from './check-packages.ts';
import { checkNode, checkRegister } from './check-node.ts';
import type { Finding } from './finding.ts';

/** Runs all checks, reports them, and succeeds if none found an error. */
export async function runDoctor(given: Given, terminal: Terminal): Promise<ExitCode> {
  const manifest = readManifest(given.folder);
  const findings: Finding[] = [
    ...checkNode(),
    ...checkVersions(given.folder, manifest),
    ...checkCores(given.folder, manifest),
    ...checkRegister(given.folder, manifest),
    ...(await checkConfig(given.folder, given.text('config'))),
  ];
  terminal.json({ findings });
  for (const finding of findings) tell(finding, terminal);
  const bad = findings.filter(({ state }) => state === 'wrong').length;
  const doubtful = findings.filter(({ state }) => state === 'warning').length;
  terminal.say();
  terminal.say(`${counted(findings.length, 'check')}, ${bad} wrong, ${doubtful} to look at`);
  return bad === 0 ? 0 : 1;
}

const MARKS = {
  fine: ['green', 'ok   '],
  warning: ['yellow', 'look '],
  wrong: ['red', 'wrong'],
} as const;

function tell({ check, state, text, remedy }: Finding, terminal: Terminal): void {
  const [colour, mark] = MARKS[state];
  const [first = '', ...rest] = wrap(text, terminal.columns - 18).split('\n');
  terminal.say(`${terminal.paint(colour, mark)}  ${check.padEnd(9)}  ${first}`);
  for (const line of rest) terminal.say(`${' '.repeat(18)}${line}`);
  if (remedy !== undefined) terminal.block(wrap(`→ ${remedy}`, terminal.columns, ' '.repeat(18)));
}
