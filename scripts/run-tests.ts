import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fingerprintSources } from './fingerprint-sources.ts';
import { repositoryRoot } from './list-workspaces.ts';
import { runCommand } from './run-command.ts';

type Proof = { fingerprint: string; exitCode: number; summary: string };

const proofFile = join(repositoryRoot, 'reports/tests-proof.json');

/**
 * Builds, then runs every test, or those that the arguments choose. With `REUSE_TEST_PROOF=1`, a whole run over the
 * same files on the same machine is not repeated: its result, pass or fail, is reused.
 */
async function runTests(choice: readonly string[]): Promise<number> {
  const isWholeRun = choice.length === 0;
  const fingerprint = fingerprintSources();
  const proof = isWholeRun && process.env['REUSE_TEST_PROOF'] === '1' ? readProof() : undefined;
  if (proof?.fingerprint === fingerprint) {
    console.log(`the same files were tested a moment ago:\n${proof.summary}`);
    return proof.exitCode;
  }
  const built = await runCommand(['turbo', 'run', 'build', '--output-logs=errors-only']);
  if (built.exitCode !== 0) {
    console.error(built.output);
    return built.exitCode;
  }
  const { exitCode, summary } = await runVitest(choice);
  if (isWholeRun) {
    mkdirSync(join(repositoryRoot, 'reports'), { recursive: true });
    writeFileSync(proofFile, JSON.stringify({ fingerprint, exitCode, summary } satisfies Proof));
  }
  return exitCode;
}

function readProof(): Proof | undefined {
  if (!existsSync(proofFile)) return undefined;
  return JSON.parse(readFileSync(proofFile, 'utf8')) as Proof;
}

/** Shows vitest's own output and keeps its last lines, which hold the counts. */
function runVitest(choice: readonly string[]): Promise<{ exitCode: number; summary: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('vitest', ['run', ...choice], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    });
    let tail = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      tail = (tail + chunk.toString()).slice(-1000);
    });
    child.on('error', reject);
    child.on('close', (exitCode) => {
      const counts = tail.split('\n').filter((line) => /Test Files|Tests|Type Errors/.test(line));
      resolve({ exitCode: exitCode ?? 1, summary: counts.join('\n') });
    });
  });
}

process.exitCode = await runTests(process.argv.slice(2));
