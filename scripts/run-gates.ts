import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Gate } from './gate.ts';
import { gates } from './gates.ts';
import { repositoryRoot } from './list-workspaces.ts';
import { runCommand } from './run-command.ts';

type Verdict = { name: string; passed: boolean; seconds: number; reason: string };

/** Runs the gates named on the command line, `--check` for `pnpm check`, none for `pnpm verify`. */
async function runGates(names: readonly string[]): Promise<void> {
  const verdicts: Verdict[] = [];
  for (const gate of selectGates(names)) {
    const verdict = await runGate(gate);
    verdicts.push(verdict);
    const mark = verdict.passed ? 'pass' : 'FAIL';
    console.log(
      `${mark}  ${gate.name.padEnd(10)} ${verdict.seconds.toFixed(1).padStart(6)} s  ${gate.proves}`,
    );
    if (!verdict.passed) console.log(verdict.reason);
  }
  const failed = verdicts.filter(({ passed }) => !passed);
  mkdirSync(join(repositoryRoot, 'reports'), { recursive: true });
  const report = verdicts.map(({ name, passed, seconds }) => ({ name, passed, seconds }));
  writeFileSync(join(repositoryRoot, 'reports/gates.json'), JSON.stringify(report, undefined, 2));
  console.log(`${verdicts.length - failed.length} of ${verdicts.length} gates passed`);
  if (failed.length > 0) {
    console.log(`failed: ${failed.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
}

function selectGates(names: readonly string[]): readonly Gate[] {
  if (names.length === 0) return gatesIn('verify');
  if (names[0] === '--check') return gatesIn('check');
  return names.map((name) => {
    const gate = gates.find((candidate) => candidate.name === name);
    if (gate === undefined) throw new Error(`no gate "${name}"; see scripts/gates.ts`);
    return gate;
  });
}

function gatesIn(command: 'check' | 'verify'): Gate[] {
  return gates.filter(({ runsIn }) => runsIn === command || runsIn === 'both');
}

async function runGate({ name, command, reads }: Gate): Promise<Verdict> {
  const started = performance.now();
  const { exitCode, output } = await runCommand(command);
  const seconds = (performance.now() - started) / 1000;
  if (exitCode !== 0) return { name, passed: false, seconds, reason: output };
  if (reads === undefined) return { name, passed: true, seconds, reason: '' };
  const count = Number(reads.exec(stripColor(output))?.[1] ?? 0);
  if (count > 0) return { name, passed: true, seconds, reason: '' };
  return { name, passed: false, seconds, reason: `${output}\nthe gate read nothing: ${reads}` };
}

function stripColor(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the escape character is what colour codes start with
  return text.replaceAll(/\u001B\[[\d;]*m/g, '');
}

await runGates(process.argv.slice(2));
