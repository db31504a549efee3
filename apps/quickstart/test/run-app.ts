import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a program ended and what it wrote. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of this app's programs as a user's shell would, on the built packages. */
export function runApp(
  program: 'replay' | 'quickstart',
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const file = fileURLToPath(new URL(`../src/${program}.ts`, import.meta.url));
  const { INIT_CWD: _, OPENAI_API_KEY: __, FORCE_COLOR: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, [file, ...words], {
    env: { ...inherited, ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
