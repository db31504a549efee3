import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '../src');
const cli = join(import.meta.dirname, '../../../packages/cli/src/cli.ts');

/** What the commands of a page printed, and how they ended. */
export interface RanCommands {
  readonly printed: string;
  readonly exitCode: number;
}

/** Runs a file of commands from `apps/docs/src` in a folder, as a reader does who installed the packages there. */
export function runCommands(file: string, folder: string): Promise<RanCommands> {
  const bin = join(folder, '.bin');
  mkdirSync(bin, { recursive: true });
  const npx = join(bin, 'npx');
  const command = `"${process.execPath}" --conditions=@interpose/source "${cli}"`;
  writeFileSync(npx, `#!/bin/sh\n[ "$1" = interpose ] || exit 127\nshift\nexec ${command} "$@"\n`);
  chmodSync(npx, 0o755);
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
    COLUMNS: '80',
    NODE_NO_WARNINGS: '1',
  };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-e', join(sources, file)], { cwd: folder, env }, (error, printed, errors) => {
      if (errors === '') resolve({ printed, exitCode: Number(error?.code ?? 0) });
      else reject(new Error(errors, { cause: error }));
    });
  });
}
