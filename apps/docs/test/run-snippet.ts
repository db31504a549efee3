import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { scriptedModel, type ScriptEntry } from '@interpose/testing';

const sources = join(import.meta.dirname, '../src');

/** Decision lines go to both streams of a terminal; one who reads along sees them in order. */
const terminal = 'data:text/javascript,process.stdout.isTTY=true;console.warn=console.info';

/** What one snippet of the pages does when a reader runs it. */
export interface SnippetRun {
  /** From `apps/docs/src`. */
  readonly file: string;
  /** What the model says; snippets ask the provider's own client, which is pointed at this machine. */
  readonly script: readonly ScriptEntry[];
}

/** Where a snippet runs, and who sits in front of it. */
interface Terminal {
  /** What a person types when asked. */
  readonly typed?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The folder the snippet is started in; this one otherwise. */
  readonly folder?: string;
}

/** Runs a snippet as a reader would and gives back what the terminal shows. */
export async function runSnippet({
  file,
  script,
  ...place
}: SnippetRun & Terminal): Promise<string> {
  await using server = await scriptedModel();
  const { baseURL } = server.chat(script);
  // Awaited here: the server ends with this function.
  return await inTerminal([join(sources, file)], baseURL, place);
}

/** Runs several snippets in one process, one after the other, and gives back what each of them shows. */
export async function runSnippets(
  runs: readonly SnippetRun[],
  place: Omit<Terminal, 'typed'> = {},
): Promise<ReadonlyMap<string, string>> {
  await using server = await scriptedModel();
  const entries = runs.flatMap(({ script }) => script);
  const { baseURL } = server.chat({ entries, order: 'arrival' });
  const files = runs.map(({ file }) => join(sources, file));
  const inTurn = [join(import.meta.dirname, 'run-in-turn.ts'), ...files];
  const all = await inTerminal(inTurn, baseURL, place);
  const parts = all.split('\u0001').slice(1);
  return new Map(
    runs.map(({ file }, index) => {
      const part = parts[index] ?? '';
      return [file, part.slice(part.indexOf('\n') + 1)];
    }),
  );
}

async function inTerminal(
  given: readonly string[],
  baseURL: string,
  { typed = '', env = {}, folder }: Terminal,
): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=@interpose/source', '--import', terminal, ...given],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        NODE_NO_WARNINGS: '1',
        NO_COLOR: '1',
        OPENAI_BASE_URL: baseURL,
        OPENAI_API_KEY: 'none',
        OPENAI_AGENTS_DISABLE_TRACING: '1',
        ...env,
      },
    },
  );
  let printed = '';
  let failed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += withoutControl(chunk.toString());
    if (printed.includes(' (yes/no) ')) child.stdin.end(typed);
  });
  child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
  const exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (exitCode !== 0 || failed !== '')
    throw new Error(`${given.join(' ')} ended with ${String(exitCode)}: ${failed}\n${printed}`);
  return withoutChance(printed);
}

/** A terminal moves its cursor to write a question; readers see none of that. */
function withoutControl(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- it is what is taken out
  return text.replaceAll(/\u001b\[\d*[A-Za-z]|\r/g, '');
}

/** Times and made-up ids differ from run to run; the pages say so. */
function withoutChance(printed: string): string {
  return printed
    .replaceAll(/\d+\.\d ms/g, '0.2 ms')
    .replaceAll(/call_\d+_\d+_\d+/g, 'call_1')
    .replaceAll(/session [\w-]{20,}/g, 'session 4f0c…');
}
