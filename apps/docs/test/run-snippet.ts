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
  /** What a person types when asked. */
  readonly typed?: string;
}

/** Runs a snippet as a reader would and gives back what the terminal shows. */
export async function runSnippet({ file, script, typed = '' }: SnippetRun): Promise<string> {
  await using server = await scriptedModel();
  const { baseURL } = server.chat(script);
  const child = spawn(
    process.execPath,
    ['--conditions=@interpose/source', '--import', terminal, join(sources, file)],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_NO_WARNINGS: '1',
        NO_COLOR: '1',
        OPENAI_BASE_URL: baseURL,
        OPENAI_API_KEY: 'none',
        OPENAI_AGENTS_DISABLE_TRACING: '1',
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
    throw new Error(`${file} ended with ${String(exitCode)}: ${failed}`);
  return withoutChance(printed);
}

/** A terminal moves its cursor to write a question; readers see none of that. */
function withoutControl(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- it is what is taken out
  return text.replaceAll(/\u001b\[\d*[A-Z]|\r/g, '');
}

/** Times and made-up ids differ from run to run; the pages say so. */
function withoutChance(printed: string): string {
  return printed
    .replaceAll(/\d+\.\d ms/g, '0.2 ms')
    .replaceAll(/session [\w-]{20,}/g, 'session 4f0c…');
}
