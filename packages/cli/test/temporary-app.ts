import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a command wrote and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** An app in a folder outside the repository that has the built packages installed. */
export interface TemporaryApp {
  readonly folder: string;
  write(file: string, text: string): string;
  run(...words: readonly string[]): Promise<Ended>;
  /** The same with variables of the environment. */
  runWith(variables: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Ended>;
  /** Runs a file of the app. */
  node(...words: readonly string[]): Promise<Ended>;
  [Symbol.dispose](): void;
}

const PACKAGES = join(import.meta.dirname, '../..');
const COMMAND = join(PACKAGES, 'cli/dist/cli.js');

/** Makes an app; these packages are installed in it beside the command. */
export function temporaryApp(
  files: Readonly<Record<string, string>> = {},
  packages: readonly string[] = ['core', 'policies', 'testing'],
): TemporaryApp {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'interpose-app-')));
  const write = (file: string, text: string): string => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const link = (name: string, to: string): void => {
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(to, path);
  };
  for (const name of packages) link(`@interpose/${name}`, join(PACKAGES, name));
  link('interpose', join(PACKAGES, 'cli'));
  for (const [file, text] of Object.entries(files)) write(file, text);
  return {
    folder,
    write,
    run: (...words) => execute(folder, [COMMAND, ...words]),
    runWith: (variables, ...words) => execute(folder, [COMMAND, ...words], variables),
    node: (...words) => execute(folder, words),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function execute(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const { FORCE_COLOR: _, ...own } = process.env;
  const env = { ...own, NODE_OPTIONS: '', ...variables };
  const child = spawn(process.execPath, words, { cwd: folder, env });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => err.push(piece));
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  child.on('error', reject);
  child.on('close', (code) =>
    resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
  );
  return promise;
}
