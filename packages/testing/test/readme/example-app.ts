import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';

import { callTools, say, scriptedModel } from '../../src/index.ts';

const packagesFolder = join(import.meta.dirname, '../../..');
const repositoryFolder = join(packagesFolder, '..');

/** Decision lines in words, as on a terminal. */
const terminal = 'data:text/javascript,process.stdout.isTTY=true;console.warn=console.info';

/** What the model says to the example of a README, over real HTTP. */
const script = [
  callTools({ name: 'refund', args: { order: 'A-7' } }),
  say('I am not allowed to pay that back.'),
];

/** What is installed in an app: modules by their name there, as paths inside the `node_modules` of the package. */
export type Installed = Readonly<Record<string, string>>;

/** An app in a folder of its own, with one of our packages and one version of its SDK installed by links. */
export class ExampleApp {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'interpose-readme-'));

  constructor(name: string, installed: Installed) {
    const folder = join(packagesFolder, name);
    for (const [module, path] of Object.entries(installed))
      this.#link(module, realpathSync(join(folder, 'node_modules', path)));
    this.#link(`@interpose/${name}`, folder);
    for (const ours of ['core', 'adapter-kit'])
      this.#link(`@interpose/${ours}`, join(packagesFolder, ours));
  }

  write(file: string, source: string): void {
    writeFileSync(join(this.#folder, file), source);
  }

  /** Runs a file with these flags of Node, its model being the script, and gives back what a terminal shows. */
  async run(file: string, ...flags: readonly string[]): Promise<string> {
    await using server = await scriptedModel();
    const { baseURL } = server.chat(script);
    const printed = await this.#node(
      ['--conditions=@interpose/source', '--import', terminal, ...flags, file],
      { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: 'none', OPENAI_AGENTS_DISABLE_TRACING: '1' },
    );
    return stripVTControlCharacters(printed)
      .replaceAll(/\d+\.\d ms/g, '0.2 ms')
      .replaceAll(/session [\w-]{20,}/g, 'session 4f0c…');
  }

  /** What the compiler says against these files, a line per fault, what explains one in further lines left out. */
  async compile(...files: readonly string[]): Promise<readonly string[]> {
    const settings = {
      extends: join(repositoryFolder, 'tsconfig.base.json'),
      compilerOptions: {
        declaration: false,
        isolatedDeclarations: false,
        types: ['node'],
        typeRoots: [join(repositoryFolder, 'node_modules/@types')],
      },
      files,
    };
    this.write('tsconfig.json', JSON.stringify(settings));
    const compiler = join(repositoryFolder, 'node_modules/@typescript/native/bin/tsc');
    const said = await this.#node([compiler, '--pretty', 'false', '-p', '.']).catch(
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    return said.split('\n').filter((line) => /^\S/.test(line));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #link(module: string, target: string): void {
    const path = join(this.#folder, 'node_modules', module);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  }

  async #node(given: readonly string[], environment: Record<string, string> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, given, {
      cwd: this.#folder,
      env: { PATH: process.env['PATH'], NO_COLOR: '1', ...environment },
    });
    return stdout;
  }
}
