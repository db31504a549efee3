import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { SoakChoice } from './run-soak.ts';
import type { SoakReport } from './soak-report.ts';

/** The time in milliseconds for the process to exit after everything is closed. */
const ENDING_MS = 20_000;

/** Runs a soak in its own process, which has to exit by itself. */
export async function startSoak({ minutes, seed }: SoakChoice): Promise<SoakReport> {
  const program = join(import.meta.dirname, 'soak-process.ts');
  const flags = [
    '--conditions=@interpose/source',
    '--expose-gc',
    '--disable-warning=ExperimentalWarning',
  ];
  const child = spawn(process.execPath, [...flags, program, String(minutes), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  let lingering: ReturnType<typeof setTimeout> | undefined;
  child.stdout.on('data', (data: Buffer) => {
    text += String(data);
    if (text.endsWith('\n')) lingering ??= setTimeout(() => child.kill('SIGKILL'), ENDING_MS);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(lingering);
  if (!text.endsWith('\n'))
    throw new Error(`the soak ended with ${code ?? signal} and said nothing`);
  const report = JSON.parse(text) as SoakReport;
  if (code === 0) return report;
  const problem = `the process did not end by itself: ${code ?? signal}`;
  return { ...report, faults: [...report.faults, problem] };
}
