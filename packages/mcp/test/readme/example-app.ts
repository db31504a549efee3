import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { SdkName } from '../load-sdk.ts';

const packageFolder = join(import.meta.dirname, '../..');
const repositoryFolder = join(packageFolder, '../..');

/** An app in a folder of its own, with this package and one version of the SDK installed by links. */
export class ExampleApp {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'interpose-readme-'));

  constructor(sdk: SdkName) {
    const modules = join(this.#folder, 'node_modules');
    for (const scope of ['@interpose', '@modelcontextprotocol'])
      mkdirSync(join(modules, scope), { recursive: true });
    const installed = realpathSync(join(packageFolder, 'node_modules', sdk));
    symlinkSync(installed, join(modules, '@modelcontextprotocol/sdk'));
    symlinkSync(packageFolder, join(modules, '@interpose/mcp'));
    symlinkSync(join(packageFolder, '../core'), join(modules, '@interpose/core'));
  }

  /** Runs this program and gives back what it printed. */
  run(source: string): Promise<string> {
    writeFileSync(join(this.#folder, 'app.mts'), source);
    return this.#node(['--conditions=@interpose/source', 'app.mts']);
  }

  /** What the compiler says against this program, a line per fault. */
  async compile(source: string): Promise<readonly string[]> {
    writeFileSync(join(this.#folder, 'app.mts'), source);
    const settings = {
      extends: join(repositoryFolder, 'tsconfig.base.json'),
      compilerOptions: { declaration: false, isolatedDeclarations: false },
      files: ['app.mts'],
    };
    writeFileSync(join(this.#folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(repositoryFolder, 'node_modules/@typescript/native/bin/tsc');
    const said = await this.#node([compiler, '--pretty', 'false', '-p', '.']).catch(
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    return said.split('\n').filter((line) => line !== '');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  async #node(given: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: this.#folder });
    return stdout;
  }
}
