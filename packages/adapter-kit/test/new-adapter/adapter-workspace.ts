import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packagesFolder = join(import.meta.dirname, '../../..');
const repositoryFolder = join(packagesFolder, '..');

/** How a program ended. */
export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the runner says of a package's tests, as far as it is read here. */
export interface TestReport {
  readonly numTotalTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

/** A folder for packages that the command makes, with what they need to compile and run installed by links. */
export class AdapterWorkspace {
  readonly #folder: string = realpathSync(mkdtempSync(join(tmpdir(), 'interpose-new-adapter-')));

  constructor() {
    const modules = join(this.#folder, 'node_modules');
    mkdirSync(join(modules, '@interpose'), { recursive: true });
    for (const name of ['adapter-kit', 'core', 'testing'])
      symlinkSync(join(packagesFolder, name), join(modules, '@interpose', name));
    for (const name of ['vitest', '@types'])
      symlinkSync(realpathSync(join(repositoryFolder, 'node_modules', name)), join(modules, name));
    copyFileSync(
      join(repositoryFolder, 'tsconfig.base.json'),
      join(this.#folder, 'tsconfig.base.json'),
    );
    const conditions = ['@interpose/source', 'module', 'node', 'development|production'];
    const config = { resolve: { conditions }, ssr: { resolve: { conditions } } };
    writeFileSync(
      join(this.#folder, 'vitest.config.mjs'),
      `export default ${JSON.stringify(config)};\n`,
    );
  }

  /** Where a file of a package is. */
  pathOf(...path: readonly string[]): string {
    return join(this.#folder, 'packages', ...path);
  }

  /** Runs `pnpm new:adapter` with these arguments on this folder. */
  make(...given: readonly string[]): Promise<Ended> {
    const script = join(repositoryFolder, 'scripts/new-adapter/new-adapter.ts');
    return this.#node(script, ...given, '--into', this.pathOf());
  }

  /** Compiles a package; the compiler's faults are on standard output. */
  compile(name: string): Promise<Ended> {
    const compiler = join(repositoryFolder, 'node_modules/@typescript/native/bin/tsc');
    return this.#node(compiler, '--noEmit', '--pretty', 'false', '-p', this.pathOf(name));
  }

  /** Runs the tests of a package and gives back the report of the runner. */
  async test(name: string): Promise<TestReport> {
    const runner = join(this.#folder, 'node_modules/vitest/vitest.mjs');
    const report = join(this.#folder, 'report.json');
    const { stderr } = await this.#node(
      ...[runner, 'run', '--reporter=json', `--outputFile=${report}`, join('packages', name)],
    );
    if (!existsSync(report)) throw new Error(`the runner left no report: ${stderr}`);
    return JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #node(...given: readonly string[]): Promise<Ended> {
    return new Promise((resolve) => {
      const options = { cwd: this.#folder, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(process.execPath, given, options, (_error, stdout, stderr) =>
        resolve({ exitCode: child.exitCode ?? 1, stdout, stderr }),
      );
    });
  }
}
